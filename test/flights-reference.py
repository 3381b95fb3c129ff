"""Answers questions about the flights from the CSV files alone.

Usage: flights-reference.py FOLDER < questions.json > answers.json

An implementation independent of the product: it only uses csv, datetime and zoneinfo, and reads every row for every
question. Groups of a relation are named by the key of the related row. `NA` and empty cells mean "no value".
"""

import csv
import json
import math
import sys
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

# The relations that the import creates: field: (column, file, key column)
RELATIONS = {
    "flight": {
        "airline": ("carrier", "airline", "carrier"),
        "plane": ("tailnum", "plane", "tailnum"),
        "origin_airport": ("origin", "airport", "faa"),
        "destination": ("dest", "airport", "faa"),
    }
}
TEXTS = {
    "airline": {"carrier", "name"},
    "airport": {"faa", "name", "dst", "tzone"},
    "plane": {"tailnum", "type", "manufacturer", "model", "engine"},
    "weather": {"origin"},
    "flight": {"carrier", "tailnum", "origin", "dest"},
}
INSTANTS = {"time_hour"}
UTC = ZoneInfo("UTC")


def read_rows(folder, type_name):
    file = "weather.csv" if type_name == "weather" else f"{type_name}s.csv"
    with open(f"{folder}/{file}", newline="", encoding="utf-8") as lines:
        return [
            {name: read_value(type_name, name, text) for name, text in row.items()}
            for row in csv.DictReader(lines)
        ]


def read_value(type_name, name, text):
    if text in ("", "NA"):
        return None
    if name in INSTANTS:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    return text if name in TEXTS[type_name] else float(text)


def add_relations(folder, type_name, rows):
    for field, (column, target, key) in RELATIONS.get(type_name, {}).items():
        known = {row[key] for row in read_rows(folder, target)}
        for row in rows:
            row[field] = row[column] if row[column] in known else None


def meets(row, condition, zone):
    if condition is None:
        return True
    if "and" in condition:
        return all(meets(row, one, zone) for one in condition["and"])
    value, op, wanted = row[condition["field"]], condition["op"], condition.get("value")
    if op == "empty":
        return value is None
    if op == "nempty":
        return value is not None
    if op == "ne":
        return value != wanted
    if op == "in":
        return value in wanted
    if value is None:
        return False
    if op == "contains":
        return wanted.lower() in value.lower()
    if isinstance(value, datetime):
        return meets_day(value, op, wanted, zone)
    return {"eq": value == wanted, "gte": op == "gte" and value >= wanted, "lte": op == "lte" and value <= wanted}[op]


def meets_day(moment, op, wanted, zone):
    day = date.fromisoformat(wanted)
    local = moment.astimezone(zone).date()
    return {"eq": local == day, "gte": local >= day, "lte": local <= day}[op]


def group_key(row, group, zone):
    value = row[group["field"]]
    unit = group.get("unit")
    if value is None or unit is None:
        return value
    local = value.astimezone(zone)
    day = local.date()
    if unit == "week":
        day -= timedelta(days=day.weekday())
    if unit in ("month", "quarter", "year"):
        day = day.replace(day=1)
    if unit == "quarter":
        day = day.replace(month=(day.month - 1) // 3 * 3 + 1)
    if unit == "year":
        day = day.replace(month=1)
    return local.replace(minute=0, second=0).isoformat() if unit == "hour" else day.isoformat()


def measure(rows, wanted):
    fn = wanted["fn"]
    if fn == "count" and "field" not in wanted:
        return len(rows)
    values = [row[wanted["field"]] for row in rows if row[wanted["field"]] is not None]
    if fn == "count":
        return len(values)
    if fn == "distinct":
        return len(set(values))
    if fn == "sum":
        return math.fsum(values)
    if not values:
        return None
    if fn == "avg":
        return math.fsum(values) / len(values)
    found = min(values) if fn == "min" else max(values)
    return found.strftime("%Y-%m-%dT%H:%M:%S.000Z") if isinstance(found, datetime) else found


def measure_name(wanted):
    return wanted.get("as") or "_".join(part for part in (wanted["fn"], wanted.get("field")) if part)


def answer(rows, question):
    zone = ZoneInfo(question.get("timezone", "UTC"))
    kept = [row for row in rows if meets(row, question.get("filter"), zone)]
    groups = {}
    for row in kept:
        key = tuple(group_key(row, group, zone) for group in question.get("groupBy", []))
        groups.setdefault(key, []).append(row)
    measures = lambda some: {measure_name(one): measure(some, one) for one in question["measures"]}
    return {
        "rows": [{"key": key, **measures(some)} for key, some in groups.items()] if question.get("groupBy") else [],
        "overall": measures(kept),
    }


def main(folder):
    tables = {}
    answers = {}
    for name, question in json.load(sys.stdin).items():
        type_name = question["type"]
        if type_name not in tables:
            tables[type_name] = read_rows(folder, type_name)
            add_relations(folder, type_name, tables[type_name])
        answers[name] = answer(tables[type_name], question)
    json.dump(answers, sys.stdout)


main(sys.argv[1])
