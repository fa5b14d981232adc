#!/usr/bin/env python3
"""A service on this machine that answers like the games' API, with invented players, clans and numbers.

The vehicles' names, nations and tiers are those of the game; their IDs are invented.

    Scripts/invented_service.py 8080

`Scripts/record.sh` records its answers in `Recordings`; `make demo` needs only the recordings.
"""

import http.server
import json
import sys
import urllib.parse

NOW = 1772388000  # 2026-03-01 18:00 UTC
HOUR, DAY = 3600, 86400

PLAYERS = [  # name, rating, battles, wins, hours since the last battle, clan
    ("Garden_Gnome", 8214, 23517, 12558, 2, 500100001),
    ("Gargoyle_of_Doom", 6120, 9120, 4423, 30, None),
    ("Garlic_Baguette", 9877, 41280, 23984, 0.2, 500100002),
    # What someone might try: a terminal that obeyed would turn red and have another title.
    ("Gar\x1b[31m_Hacker\x1b]0;pwned\x07", 1337, 42, 13, 24 * 400, None),
    ("Garage_Sale", 3105, 0, 0, 24 * 900, None),
]
PLAYER_IDS = {500000001 + index: player for index, player in enumerate(PLAYERS)}

CLANS = {  # tag, name, motto, leader, members, founded
    500100001: ("GNOME", "Garden Gnomes", "Mind the flower beds", "Garden_Gnome", 87, 1388664000),
    500100002: ("BAGET", "Les Baguettes", "Croustillant!", "Garlic_Baguette", 34, 1500000000),
    500100003: ("БОБРЫ", "Бобры-танкисты", "Плотина наша", "Bobr_Dobr", 61, 1450000000),
    500100004: ("茶壺", "茶壺騎士團", "先喝茶，後開火", "Teapot_Knight", 100, 1600000000),
}

VEHICLES = """
france heavyTank B1 4 | france heavyTank BDR-G1-B 5 | france heavyTank ARL-44 6 | france heavyTank AMX-50-100 8
france heavyTank AMX-50-120 9 | france heavyTank AMX-50-B 10 | france heavyTank FCM-50-t 8 premium
france lightTank FCM-36 2 | france lightTank AMX-38 3 | france lightTank AMX-40 4 | france lightTank AMX-12-t 6
france lightTank AMX-13-75 7 | france lightTank AMX-13-90 8 | france mediumTank D1 2 | france mediumTank D2 3
france mediumTank Lorraine-40-t 9 | france AT-SPG S35-CA 5 | france AT-SPG ARL-V39 6 | france AT-SPG AMX-50-Foch 9
france SPG Lorr.-39L-AM 3
china mediumTank 58式 6 | china mediumTank T-34-1 7 | china mediumTank 59式 8 premium | china mediumTank WZ-120 9
china mediumTank 121 10 | china lightTank 64式 6 premium | china lightTank 62式 7 premium | china lightTank 59-16轻坦 6
china lightTank WZ-131 7 | china heavyTank IS-2 7 | china heavyTank 110 8 | china heavyTank 113 10
"""


def vehicles():
    found = {}
    for number, text in enumerate(VEHICLES.replace("\n", " | ").split(" | ")):
        words = text.split()
        if words:
            nation, kind, name, tier = words[:4]
            # Only hyphens between words of a name are spaces.
            spaced = name.replace("-", " ") if nation == "france" and not name.startswith("FCM-3") else name
            tank = 101 + 16 * number
            found[tank] = {
                "tank_id": tank, "short_name": spaced, "nation": nation, "type": kind, "tier": int(tier),
                "is_premium": "premium" in words,
                "images": {"contour_icon": f"https://example.com/contour/{nation}-{tank}.png"},
            }
    return found


ALL_VEHICLES = vehicles()
looks = {}  # how often a clan's battles were asked for


def ids(query, name):
    return [int(text) for text in query[name].split(",")]


def search_players(query):
    wanted, exact = query["search"].lower(), query.get("type") == "exact"
    names = {id: player[0] for id, player in PLAYER_IDS.items()}
    found = [
        {"nickname": name, "account_id": id} for id, name in names.items()
        if (name.lower() == wanted if exact else name.lower().startswith(wanted))
    ]
    return found[: int(query.get("limit", 100))], {}


def players(query):
    def card(id):
        if id not in PLAYER_IDS:
            return None
        name, rating, battles, wins, hours, clan = PLAYER_IDS[id]
        return {
            "account_id": id, "nickname": name, "clan_id": clan, "global_rating": rating,
            "last_battle_time": NOW - int(hours * HOUR), "statistics": {"all": {"battles": battles, "wins": wins}},
        }
    return {str(id): card(id) for id in ids(query, "account_id")}, {}


def memberships(query):
    def card(id):
        clan = PLAYER_IDS[id][5] if id in PLAYER_IDS else None
        if clan is None:
            return None
        tag, name = CLANS[clan][:2]
        emblem = {"wot": f"https://example.com/{clan}/64.png", "portal": f"https://example.com/{clan}/64p.png"}
        return {
            "account_id": id, "role": "commander", "role_i18n": "Commander", "joined_at": 1617364800,
            "clan": {"clan_id": clan, "tag": tag, "name": name, "color": "#5A8F29", "emblems": {"x64": emblem}},
        }
    return {str(id): card(id) for id in ids(query, "account_id")}, {}


def player_vehicles(query):
    def driven(id):
        if id not in PLAYER_IDS:
            return None
        battles = PLAYER_IDS[id][2]
        return [
            {
                "tank_id": tank, "mark_of_mastery": (tank // 16) % 5,
                "statistics": {"battles": battles * facts["tier"] ** 2 // 1900, "wins": battles * facts["tier"] // 400},
            }
            for tank, facts in ALL_VEHICLES.items() if battles > 0
        ]
    return {str(id): driven(id) for id in ids(query, "account_id")}, {}


def list_vehicles(query):
    if "tank_id" in query:
        found = {tank: ALL_VEHICLES.get(tank) for tank in ids(query, "tank_id")}
    else:
        found = {
            tank: facts for tank, facts in ALL_VEHICLES.items()
            if facts["nation"] in query.get("nation", facts["nation"]).split(",")
            and str(facts["tier"]) in query.get("tier", str(facts["tier"])).split(",")
        }
    limit, page = int(query.get("limit", 100)), int(query.get("page_no", 1))
    shown = list(found.items())[(page - 1) * limit: page * limit]
    meta = {"page_total": -(-len(found) // limit), "total": len(found), "limit": limit, "page": page}
    return {str(tank): only(facts, query) for tank, facts in shown}, meta


def only(facts, query):
    names = {name.split(".")[0] for name in query.get("fields", "").split(",")} - {""}
    return facts if facts is None or not names else {name: facts[name] for name in facts if name in names}


def search_clans(query):
    wanted = query["search"].lower()
    found = [
        {
            "clan_id": id, "tag": tag, "name": name, "members_count": members, "created_at": founded,
            "color": "#5A8F29", "emblems": {
                size: {"portal": f"https://example.com/{id}/{size}.png"} for size in ("x24", "x32", "x64", "x195", "x256")
            },
        }
        for id, (tag, name, _, _, members, founded) in CLANS.items()
        if wanted in tag.lower() or wanted in name.lower()
    ]
    return found, {"total": len(found)}


def clans(query):
    def card(id):
        if id not in CLANS:
            return None
        tag, name, motto, leader, members, founded = CLANS[id]
        return only(
            {
                "clan_id": id, "tag": tag, "name": name, "motto": motto, "leader_name": leader,
                "members_count": members, "created_at": founded, "is_clan_disbanded": False, "color": "#5A8F29",
                "emblems": {"x64": {"portal": f"https://example.com/{id}/64.png"}},
            },
            query)
    return {str(id): card(id) for id in ids(query, "clan_id")}, {}


def rating_dates(query):
    limit = int(query.get("limit", 7))
    return {"all": {"dates": [NOW // DAY * DAY - day * DAY for day in range(limit)]}}, {}


def clan_ratings(query):
    day = (NOW // DAY * DAY - int(query["date"])) // DAY
    value = 9120 - [0, 35, 20, 64, 130, 118, 155, 160, 201, 190, 240, 233, 250, 280][day % 14]
    rank = {"value": value, "rank": 412 + day * 3, "rank_delta": 3}
    return {str(id): {"efficiency": rank} for id in ids(query, "clan_id")}, {}


def battles(query):
    clan = query["clan_id"]
    looks[clan] = looks.get(clan, 0) + 1

    def battle(opponent, province, minutes, tier=10, attack="tournament"):
        return {
            "type": "attack", "attack_type": attack, "competitor_id": opponent, "province_id": province.lower(),
            "province_name": province, "front_id": "season_31_eu_a", "front_name": "Season 31: Front A",
            "vehicle_level": tier, "time": NOW + minutes * 60,
        }
    planned = [battle(500100002, "Loiret", 45), battle(500100003, "Ülemiste", 75), battle(500100004, "Brno", 24 * 60)]
    if looks[clan] > 2:  # The first has been cancelled, and another one is new.
        planned = planned[1:] + [battle(500100002, "Belém", 25 * 60, 8, "auction")]
    return planned, {}


def servers(query):
    return {
        "wot": [{"server": "EU1", "players_online": 28417}, {"server": "EU2", "players_online": 12960}],
        "wotb": [{"server": "EU1", "players_online": 9312}],
        "wows": [{"server": "EU", "players_online": 15804}],
    }, None


def accounts(query):
    def card(id):
        if id not in PLAYER_IDS:
            return None
        return {"account_id": id, "nickname": PLAYER_IDS[id][0], "games": ["wot", "wows"] if id % 2 else ["wot"]}
    return {str(id): card(id) for id in ids(query, "account_id")}, {}


METHODS = {
    "/wot/account/list/": search_players, "/wot/account/info/": players, "/wot/account/tanks/": player_vehicles,
    "/wot/encyclopedia/vehicles/": list_vehicles, "/wot/clans/list/": search_clans, "/wot/clans/info/": clans,
    "/wot/clans/accountinfo/": memberships, "/wot/clanratings/dates/": rating_dates,
    "/wot/clanratings/clans/": clan_ratings, "/wot/globalmap/clanbattles/": battles,
    "/wgn/servers/info/": servers, "/wgn/account/info/": accounts,
}


def answer(target):
    """Returns the response to a path with a query, as JSON."""
    url = urllib.parse.urlsplit(target)
    query = dict(urllib.parse.parse_qsl(url.query))
    if url.path not in METHODS:
        error = {"code": 404, "message": "METHOD_NOT_FOUND", "field": None, "value": None}
        return {"status": "error", "error": error}
    data, meta = METHODS[url.path](query)
    head = {"status": "ok"} if meta is None else {"status": "ok", "meta": {"count": len(data), **meta}}
    return {**head, "data": data}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps(answer(self.path), ensure_ascii=False, indent=1).encode()
        # Without fields such as the date, which would be recorded.
        self.send_response_only(200)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
