/** Lengths of wire antennas by frequency. Pure. */
const LIGHT = 299.792458;

interface Lengths {
  wave: number;
  halfDipole: number;
  quarter: number;
  fiveEighths: number;
  loop: number;
  endFed: number;
}
/** In metres, for a frequency in MHz; `velocity`: how fast a wave runs along the wire, 0.95 for bare copper. */
export function lengths(mhz: number, velocity = 0.95): Lengths | undefined {
  if (!(mhz > 0.1 && mhz < 100_000 && velocity > 0.3 && velocity <= 1)) return undefined;
  const wave = LIGHT / mhz;
  return {
    wave,
    halfDipole: wave / 2 * velocity,
    quarter: wave / 4 * velocity,
    fiveEighths: wave * 5 / 8 * velocity,
    // A loop of a whole wave is a little longer than its wave (1005 feet over MHz, ARRL Antenna Book).
    loop: 306.32 / mhz,
    endFed: wave / 2 * velocity,
  };
}
