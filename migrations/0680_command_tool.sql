-- Area: ingest.
-- The tool of the web app that asked for a command, by its name.
ALTER TABLE box_command ADD COLUMN tool TEXT;
CREATE INDEX box_command_tool ON box_command (tool, created_at) WHERE tool IS NOT NULL;
