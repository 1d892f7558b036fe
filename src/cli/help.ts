/** What `publisher-commerce --help` prints. */
export const help = `Usage: publisher-commerce sandbox [options]

Runs the whole Publisher Commerce API on this machine, until Ctrl-C.

Options:
  --port <number>           TCP port on 127.0.0.1; 0 takes any that is free (default 4010)
  --token <text>            the publisher token that is let in (default sandbox-token)
  --transactions <number>   rows of the ledger, up to 1000000000 (default 1000)
  --seed <number>           decides everything that looks random (default 1)
  --latency <ms>            how long every answer takes (default 0)
  --data <file>             keeps the state in a file, over restarts and crashes; for one sandbox at a time
  --game-auth-url <url>     your game authentication endpoint, for POST /_sandbox/game-auth
  --personalize-url <url>   your endpoint for personalization triggers
  --secret <text>           signs what is sent to your endpoints
  --allow-host <name>       another host name for pages and /_sandbox/, besides localhost; may be repeated
  -h, --help                prints this
  -v, --version             prints the version

Faults, payments, the clock and more are under http://127.0.0.1:<port>/_sandbox/, see the sandbox guide.
`;
