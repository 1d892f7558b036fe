# A controller closes the third quarter of two games, with the env files game-a.env and game-b.env, in a shell that has the
# address of one game and the token of the other. The ERP books by order, split by week, in days of Berlin.
set -eu
commerce() { npx publisher-commerce "$@"; }

# ends CODE COMMAND...: fails unless the command ends with this code; what it prints is in the file "printed".
ends() {
  want=$1 code=0
  shift
  "$@" > printed 2>&1 || code=$?
  [ "$code" = "$want" ] || { cat printed; echo "$*: ends with $code, not with $want" >&2; exit 1; }
}
# says TEXT: fails unless the last command printed it.
says() { grep -qF -- "$1" printed || { cat printed; echo "it does not say: $1" >&2; exit 1; }; }

# books FILE.csv NAME: what the ERP has of an export, as NAME-1.csv to NAME-5.csv, each with a total.
books() {
  for week in 1 2 3 4 5; do
    awk -F, -v OFS=, -v week="$week" '
      NR == 1 { print "Reference,Amount,Currency,Posted,Text"; next }
      int((substr($1, 9, 2) - 1) / 7) + 1 == week { print $4, $9, $7, $1, "Web store"; rows++ }
      END { print "", rows, "", "", "Postings of the week" }' "$1" > "$2-$week.csv"
  done
}
# against FILE.csv NAME FLAGS...: compares an export with the weeks of the ERP.
against() {
  file=$1 name=$2
  shift 2
  commerce reconcile "$file" --against "$name-1.csv" --against "$name-2.csv" --against "$name-3.csv" \
    --against "$name-4.csv" --against "$name-5.csv" --id-column Reference --amount-column Amount \
    --currency-column Currency --date-column Posted "$@"
}

echo 'Step 1: each game is that of its file, whatever the shell has'
for game in a b; do
  for month in 07 08 09; do
    ends 0 commerce export --env-file "game-$game.env" --month "2026-$month" --out "$game-$month.csv"
    says "2026 of game-$game"
    says "Not used, since --env-file names game-$game.env: PUBLISHER_"
  done
  ends 0 commerce verify "$game-07.csv" --online --env-file "game-$game.env"
done
ends 2 commerce verify b-07.csv --online --env-file game-a.env
says 'but the receipt is from'

echo 'Step 2: a flag given twice is no second month'
ends 2 commerce export --env-file game-a.env --month 2026-07 --month 2026-08 --out both.csv
says '--month'
[ ! -e both.csv ]

echo 'Step 3: the weeks of the ERP agree, once their totals are left out by what is said'
books a-07.csv july
ends 3 against a-07.csv july
where=$(sed -n "s/.*--where '\([^']*\)' leaves them out.*/\1/p" printed)
ends 0 against a-07.csv july --where "$where"
ends 2 commerce reconcile a-07.csv --against july-1.csv --against july-1.csv --id-column Reference --amount-column Amount
says 'july-1.csv'

echo 'Step 4: the same flags find a duplicate, an unknown posting, and a row that somebody edited, a month later'
books a-08.csv august
duplicate=$(sed -n 2p august-2.csv)
echo "$duplicate" >> august-3.csv
echo 'unknown,500.00,EUR,2026-08-20T10:00:00Z,Correction' >> august-5.csv
edited=$(sed -n '2s/,.*//p' august-4.csv)
awk -F, -v OFS=, 'NR == 2 { $2 = $2 + 1 } { print }' august-4.csv > changed && mv changed august-4.csv
ends 3 against a-08.csv august --where "$where" --out differences.csv
says 'unknown'
for id in "${duplicate%%,*}" "$edited" unknown; do grep -q "$id" differences.csv; done
# Both rows of the duplicate are named, each in its file.
grep "${duplicate%%,*}" differences.csv | grep -q 'august-2.csv line 2.*august-3.csv line'

echo 'Step 5: the month of Berlin is another one than that of UTC'
ends 0 commerce export --env-file game-a.env --month 2026-08 --time-zone Europe/Berlin --out berlin-08.csv
says 'August 2026 of game-a, days in Europe/Berlin'
ends 3 commerce diff a-08.csv berlin-08.csv
says 'Europe/Berlin'
books berlin-08.csv berlin
ends 3 against a-08.csv berlin --where "$where"
ends 0 against berlin-08.csv berlin --where "$where"
says 'Europe/Berlin'

echo 'Step 6: an edited export, and the receipt of last year'
cp a-09.csv edited.csv
cp a-09.csv.receipt.json edited.csv.receipt.json
sed -i '2s/paid/refund/' edited.csv
ends 3 commerce verify edited.csv
ends 3 against edited.csv july
ends 3 commerce report a-07.csv a-08.csv edited.csv --out q3.html
[ ! -e q3.html ]
cp a-07.csv last-year.csv
cp a-08.csv.receipt.json last-year.csv.receipt.json
ends 3 commerce verify last-year.csv
sed 's/"receiptVersion": *1/"receiptVersion": 2/; s/"packageVersion": *"[^"]*"/"packageVersion": "0.9.0"/' \
  a-07.csv.receipt.json > last-year.csv.receipt.json
ends 1 commerce verify last-year.csv
says '0.9.0'

echo 'Step 7: one report of both games, with what each of them has'
ends 0 commerce report a-07.csv a-08.csv a-09.csv b-07.csv b-08.csv b-09.csv --out q3.html
for game in game-a game-b; do grep -q "$game" q3.html; done
grep -q 'Verified: all 6 files' q3.html
! grep -q 'token-of-game' ./*.html ./*.json ./*.csv printed
