-- Area: caches.
-- A profile counts the finds that stations of its base calls made: only theirs are read, not those of every site.
CREATE INDEX log_site_call ON log (iif(instr(site, '-') > 0, substr(site, 1, instr(site, '-') - 1), site))
  WHERE tier = 'A' AND site IS NOT NULL;
