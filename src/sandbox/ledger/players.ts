import type { Transaction } from '../../client/api/transactions.ts';
import { countries, type Country, geographyOf } from '../market/countries.ts';
import { pick, randomStream, scale } from '../random.ts';

/** A player, with location and device. */
export interface Player {
  readonly country: Country;
  readonly customerDetails: Transaction['customerDetails'];
  readonly geolocation: Transaction['geolocation'];
  readonly device: Transaction['device'];
}

type Device = readonly [osType: string, osVersion: string, browserType: string, browserVersion: string];

const devices: readonly [Device, ...Device[]] = [
  ['iOS', '19.1', 'Mobile Safari', '19.1'],
  ['iOS', '18.6', 'Mobile Safari', '18.6'],
  ['Android', '16', 'Chrome Mobile', '141.0'],
  ['Android', '15', 'Samsung Internet', '28.0'],
  ['Windows', '11', 'Chrome', '141.0'],
  ['Windows', '10', 'Firefox', '143.0'],
  ['Windows', '11', 'Edge', '141.0'],
  ['macOS', '26.0', 'Safari', '26.0'],
];

/** Each country repeated by its share, so that an even draw is weighted. */
const drawnCountries = countries.flatMap((country) => Array<Country>(country.share).fill(country));
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** Returns the players of a ledger by number. */
export function createPlayers(seed: number): (number: number) => Player {
  const countryDraw = randomStream(seed, 'country');
  const placeDraw = randomStream(seed, 'place');
  const deviceDraw = randomStream(seed, 'device');

  return (number) => {
    const country = drawnCountries[scale(countryDraw(number), drawnCountries.length)];
    if (!country) throw new Error('the table of countries is empty');
    const id = String(number + 1).padStart(8, '0');
    return {
      country,
      customerDetails: { id: `player-${id}`, email: `player-${id}@example.com` },
      geolocation: placeIn(country, placeDraw(number)),
      device: deviceOf(deviceDraw(number)),
    };
  };
}

/** A location in a country, chosen by 32 random bits. */
export function placeIn(country: Country, random: number): Transaction['geolocation'] {
  const { regions, postalCode } = geographyOf(country);
  return {
    countryCode2: country.code,
    region: pick(regions, random),
    // 198.18.0.0/15 is reserved for tests (RFC 2544): none of these is a real person's address.
    ipAddress: `198.${18 + (random & 1)}.${(random >>> 1) & 255}.${(random >>> 9) & 255}`,
    zipCode: fillPattern(postalCode, random),
  };
}

function fillPattern(pattern: string, random: number): string {
  let rest = random;
  const below = (count: number): number => {
    const digit = rest % count;
    rest = Math.floor(rest / count);
    return digit;
  };
  return pattern.replace(/[#A]/g, (sign) =>
    sign === '#' ? String(below(10)) : letters.charAt(below(letters.length)),
  );
}

/** Some devices do not report their browser version, and some report nothing. */
function deviceOf(random: number): Transaction['device'] {
  const draw = random & 31;
  if (draw === 0) return { osType: null, osVersion: null, browserType: null, browserVersion: null };
  const [osType, osVersion, browserType, browserVersion] = pick(devices, random);
  return { osType, osVersion, browserType, browserVersion: draw < 4 ? null : browserVersion };
}
