"""Exports transactions to a flat CSV or to JSON lines: standard-library.py START END FILE"""

import csv
import json
import sys

from pages import read_pages


def flatten(row):
    flat = {}
    for key, value in row.items():
        if isinstance(value, dict):
            for name, inner in value.items():
                flat[f"{key}.{name}"] = inner
        else:
            flat[key] = value
    flat["offerDetails.products"] = json.dumps(flat["offerDetails.products"])
    return flat


def write_csv(pages, file):
    writer = None
    for rows in pages:
        for row in rows:
            flat = flatten(row)
            if writer is None:
                writer = csv.DictWriter(file, list(flat), extrasaction="ignore")
                writer.writeheader()
            writer.writerow(flat)


def write_lines(pages, file):
    for rows in pages:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


start, end, path = sys.argv[1:]
write = write_csv if path.endswith(".csv") else write_lines
with open(path, "w", encoding="utf-8", newline="") as file:
    write(read_pages(start, end), file)
