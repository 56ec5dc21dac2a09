"""On which days a Norwegian bank executes standing orders, by dateutil and holidays: a judge of this bank's calendar.

Reads the path of {"until": day, "orders": [...]} and prints a list of days for each order.
"""

import json
import sys
from datetime import date, timedelta

from dateutil.rrule import DAILY, MONTHLY, WEEKLY, rrule
from holidays import country_holidays

DAY = timedelta(days=1)
STEPS = {
    "Daily": (DAILY, 1),
    "Weekly": (WEEKLY, 1),
    "EveryTwoWeeks": (WEEKLY, 2),
    "Monthly": (MONTHLY, 1),
    "EveryTwoMonths": (MONTHLY, 2),
    "Quarterly": (MONTHLY, 3),
    "SemiAnnual": (MONTHLY, 6),
    "Annual": (MONTHLY, 12),
    "MonthlyVariable": (MONTHLY, 1),
}
norway = country_holidays("NO", categories="public")


def due_days(order, last):
    start = date.fromisoformat(order["startDate"])
    unit, interval = STEPS[order["frequency"]]
    if unit != MONTHLY:
        return rrule(unit, interval=interval, dtstart=start, until=last)
    wanted = int(order.get("dayOfExecution", start.day))
    # The last of the days that a month has: a shorter month has the order on its last day.
    in_month = {"bymonthday": range(min(wanted, 28), wanted + 1), "bysetpos": -1}
    first = next(iter(rrule(MONTHLY, dtstart=start.replace(day=1), **in_month)))
    if first.date() < start:
        first = list(rrule(MONTHLY, count=2, dtstart=start.replace(day=1), **in_month))[1]
    return rrule(
        MONTHLY,
        interval=interval,
        dtstart=first.replace(day=1),
        until=last,
        bymonth=order.get("monthsOfExecution"),
        **in_month,
    )


def working_day(day, step):
    while not norway.is_working_day(day):
        day += step
    return day


def executed(order, until):
    start = date.fromisoformat(order["startDate"])
    last = date.fromisoformat(order["endDate"]) if "endDate" in order else until + 5 * DAY
    days = set()
    for due in due_days(order, min(last, until + 5 * DAY)):
        rule = order.get("executionRule", "following")
        day = working_day(due.date(), -DAY if rule == "preceeding" else DAY)
        # Nothing is executed before the start of an order.
        days.add(day if day >= start else working_day(due.date(), DAY))
    return sorted(str(day) for day in days if day <= until)


with open(sys.argv[1], encoding="utf-8") as file:
    asked = json.load(file)
until = date.fromisoformat(asked["until"])
json.dump([executed(order, until) for order in asked["orders"]], sys.stdout)
