"""The tables of docs/PERFORMANCE.md, from what a run of the benchmark wrote.

usage: table.py FIGURES.json
"""

import json
import re
import sys

SIZES = [10, 1_000, 100_000, 1_000_000]
SIGNS = {"atMost": "≤", "atLeast": "≥"}
# Limits that do what the figure is of, with the same look-ups and rows, and decide nothing.
BARE = {
    "timerfd and bare rows",
    "timerfd and bare rows, and a socket",
    "bare reads",
    "bare, on one thread",
    "bare, handed over",
    "bare look-ups and rows",
}
# These besides read each call and word each answer.
SPOKEN = {"bare, on one thread, in Varlink", "bare, handed over, in Varlink"}
# What is not the same: the daemon without what may stand in the way, or a part of what it does.
WITHOUT = {"nothing to prune": "without pruning", "SQLite, the same check": "SQLite's check alone"}


def number(value):
    """Three digits that count, and a comma between thousands."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def goals(of, unit):
    return [f"{SIGNS[kind]} {number(value['_0'])} {unit}" for kind, value in of.get("goal", {}).items()]


def cell(figure):
    """Its ratio to the limit, and medians of both."""
    text, limit = number(figure["value"]), figure.get("limit", {})
    if limit.get("value"):
        text += f" ({figure['value'] / limit['value']:.3g} × {number(limit['value'])})"
    found = re.search(r"median ([\d.]+) ms(?:, the limit's ([\d.]+) ms)?(?:, slowest ([\d.]+))?", figure.get("note", ""))
    if found and figure["unit"] == "ms":
        text += f", median {found[1]}" + (f" ({found[2]})" if found[2] else "")
        text += f", slowest {found[3]}" if found[3] else ""
    return text


def named(figures):
    """What belongs to a figure follows it, indented."""
    whole = ""
    for figure in figures:
        if figure["name"].startswith("  "):
            yield f"{whole}: {figure['name'].strip()}", figure
        else:
            whole = figure["name"]
            yield whole, figure


def meets(value, of):
    """Whether a value is what a figure, or its ratio to a limit, should be."""
    return all(value <= goal["_0"] if kind == "atMost" else value >= goal["_0"] for kind, goal in of.items())


def reaches(value, figure):
    """The same of a value in the figure's place, with its own goal and that of its ratio."""
    limit = figure.get("limit", {})
    return meets(value, figure.get("goal", {})) and (
        "goal" not in limit or meets(value / limit["value"], limit["goal"])
    )


def best_limit(rows, name, users, names):
    """What the best of limits makes of the same, where it was measured: what follows a figure "beside" it, or its own limit."""
    values = [
        by_users[users]["limit"]["value"]
        for row, by_users in rows.items()
        if users in by_users
        and (row.startswith(f"{name}: beside") or row == name)
        and by_users[users].get("limit", {}).get("name") in names
    ]
    least = rows[name][users]["unit"] != "/s"
    return (min(values) if least else max(values)) if values else None


def judged(value, figure):
    """With its ratio, where that has something to reach, and bold where it is missed."""
    text, limit = number(value), figure.get("limit", {})
    if "goal" in limit:
        text += f", {value / limit['value']:.3g} ×"
    return text if reaches(value, figure) else f"**{text}**"


def verdict(rows, name, users):
    """What was measured, and beside what is missed the best of what does no more than that."""
    figure = rows[name][users]
    text = judged(figure["value"], figure)
    if reaches(figure["value"], figure):
        return text
    own = figure.get("limit", {})
    if own.get("name") in WITHOUT:
        return f"{text}; {WITHOUT[own['name']]} {judged(own['value'], figure)}"
    for those, names in [("bare", BARE), ("in Varlink", SPOKEN)]:
        limit = best_limit(rows, name, users, names)
        if limit is not None:
            text += f"; {those} {judged(limit, figure)}"
    return text


def wanted(by_users):
    one = next(iter(by_users.values()))
    return ", ".join(goals(one, one["unit"]) + goals(one.get("limit", {}), "×"))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        figures = json.load(file)["figures"]
    print("| limit | measured |\n|---|---|")
    for figure in figures:
        if figure["name"].startswith("raw: "):
            note = f", {figure['note']}" if "note" in figure else ""
            print(f"| {figure['name'][5:]} | {number(figure['value'])} {figure['unit']}{note} |")
    print("\n| figure | 10 | 1,000 | 100,000 | 1,000,000 | limit | to reach |\n|---|---|---|---|---|---|---|")
    rows = {}
    for name, figure in named(figures):
        if "users" in figure:
            rows.setdefault(name, {})[figure["users"]] = figure
    for name, by_users in rows.items():
        cells = [cell(by_users[size]) if size in by_users else "–" for size in SIZES]
        one = next(iter(by_users.values()))
        limit = one.get("limit", {}).get("name", "")
        print(f"| {name}, {one['unit']} | {' | '.join(cells)} | {limit} | {wanted(by_users)} |")
    print("\n| to reach | 10 | 1,000 | 100,000 | 1,000,000 |\n|---|---|---|---|---|")
    for name, by_users in rows.items():
        if wanted(by_users):
            cells = [verdict(rows, name, size) if size in by_users else "–" for size in SIZES]
            print(f"| {name} {wanted(by_users)} | {' | '.join(cells)} |")
    print("\n| size | MB | of these |\n|---|---|---|")
    for figure in figures:
        if figure["name"].startswith("size: "):
            print(f"| {figure['name'][6:]} | {number(figure['value'])} | {figure['note']} |")


if __name__ == "__main__":
    main()
