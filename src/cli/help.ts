/** The output of `publisher-commerce --help`. */
export const help = `Usage: publisher-commerce sandbox [options]

Runs a local sandbox that implements the whole Publisher Commerce API. Stop it with Ctrl-C.

Options:
  --port <number>           TCP port on 127.0.0.1; 0 selects a free port (default 4010)
  --token <string>          publisher token that requests must send (default sandbox-token)
  --transactions <number>   number of generated transactions, at most 1000000000 (default 1000)
  --seed <number>           seed of all generated data (default 1)
  --latency <ms>            delay of every response in milliseconds (default 0)
  --data <file>             keep the state in this file across restarts and crashes; one sandbox per file
  --game-auth-url <url>     your game authentication endpoint, called by POST /_sandbox/game-auth
  --personalize-url <url>   your endpoint for personalization triggers
  --secret <string>         secret that signs requests to your endpoints
  --allow-host <name>       additional host name for pages and /_sandbox/, besides localhost; repeatable
  -h, --help                print this help
  -v, --version             print the version

Control faults, payments, the clock and more at http://127.0.0.1:<port>/_sandbox/. See the sandbox guide.
`;
