"""Draws how the figures grow with the number of users, from what a run of the benchmark wrote.

usage: plot.py FIGURES.json >performance.svg
"""

import json
import math
import sys

# What is drawn: the figure's name in the file, and what stands beside its line.
LINES = [
    ("GetStatus, 99th percentile", "GetStatus, 99th percentile"),
    ("ListDeadlines limit=20, 99th percentile", "ListDeadlines, 99th percentile"),
    ("deadline to commit, 99th percentile", "deadline to commit, 99th percentile"),
    ("start to READY, median", "start to READY"),
    ("check-ins, 64 connections, 99th percentile", "64 check-ins at once, 99th percentile"),
]
COLOURS = ["#1b6ca8", "#c2571a", "#2f7d4f", "#7a4d9f", "#a02c2c", "#4a4a4a"]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 820, 420, 70, 270, 46, 50
SECONDS = "check-ins, one connection"


def series(figures):
    """Milliseconds by users, for each line."""
    drawn = {}
    for name, label in LINES:
        drawn[label] = {f["users"]: f["value"] for f in figures if f["name"] == name}
    drawn["one check-in"] = {
        f["users"]: 1000 / f["value"] for f in figures if f["name"] == SECONDS}
    return {label: points for label, points in drawn.items() if len(points) > 1}


def decades(values):
    return range(math.floor(math.log10(min(values))), math.ceil(math.log10(max(values))) + 1)


def text(x, y, words, anchor="middle", colour="#333"):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def draw(figures):
    drawn = series(figures)
    users = sorted({count for points in drawn.values() for count in points})
    across = decades(users)
    up = decades([value for points in drawn.values() for value in points.values()])

    def x(count):
        part = (math.log10(count) - across[0]) / (across[-1] - across[0])
        return LEFT + part * (WIDTH - LEFT - RIGHT)

    def y(value):
        part = (math.log10(value) - up[0]) / (up[-1] - up[0])
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        text(LEFT, 24, "Milliseconds by number of users, both logarithmic", "start"),
    ]
    for power in up:
        height = y(10 ** power)
        lines += [
            f'<path d="M{LEFT} {height:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>',
            text(LEFT - 8, height + 4, f"{10 ** power:g}", "end")]
    lines += [text(x(count), HEIGHT - BOTTOM + 22, f"{count:,}") for count in users]
    ends = sorted(
        ((y(points[max(points)]), label, points) for label, points in drawn.items()))
    below = -math.inf
    for colour, (height, label, points) in zip(COLOURS, ends):
        path = "L".join(f"{x(count):.1f} {y(points[count]):.1f}" for count in sorted(points))
        lines.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += [
            f'<circle cx="{x(count):.1f}" cy="{y(value):.1f}" r="3" fill="{colour}"/>'
            for count, value in points.items()]
        # Names that would lie on each other stand below each other.
        below = max(below + 17, height + 4)
        lines.append(text(WIDTH - RIGHT + 12, below, label, "start", colour))
    return "\n".join(lines + ["</svg>"])


with open(sys.argv[1], encoding="utf-8") as file:
    print(draw(json.load(file)["figures"]))
