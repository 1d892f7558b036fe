"""Exports transactions to a flat CSV or Parquet file: with-pandas.py START END FILE"""

import json
import sys

import pandas
from pages import read_pages

start, end, path = sys.argv[1:]
frame = pandas.concat(pandas.json_normalize(rows) for rows in read_pages(start, end))
frame["offerDetails.products"] = frame["offerDetails.products"].map(json.dumps)
if path.endswith(".csv"):
    frame.to_csv(path, index=False)
else:
    frame.to_parquet(path, index=False)
