// Says what `npm test` does, or with `soak` what `npm run test:soak` does: before the first minute without output.
import { missingRuntimes, otherRuntimes } from './support/runtimes.ts';

const soak = process.argv[2] === 'soak';
const { names, megabytes } = missingRuntimes(soak ? otherRuntimes : [22]);

console.log(
  soak
    ? 'Runs the long proofs, which takes 15 minutes on two cores: kills, full disks, other runtimes, browsers. It needs a build.'
    : 'Builds the package, then runs the tests, which takes 3 minutes on two cores.\n' +
        'It needs no account, database or browser of yours. Quicker: npm run test:unit, 20 seconds.',
);
if (names.length > 0) {
  const frameworks = soak ? ', and downloads Next and NestJS: 100 MB' : '';
  const runtimes = names.join(', ');
  console.log(`The first run also installs ${runtimes} from the npm registry: ${megabytes} MB${frameworks}.`);
}
