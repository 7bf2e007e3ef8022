#!/usr/bin/env python3
"""A bot in plain Python that knows nothing of Shinar: it prefers the verbs named on its command line, else any action.

shinar arena --game babel --players "exec:examples/bots/careful.py build move,random"
"""

import json
import random
import sys

preferred = sys.argv[1:]
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "name": "careful"}
    elif message["type"] == "choose":
        choose = random.Random(message["seed"]).choice
        liked = [action for verb in preferred for action in message["actions"] if action["verb"] == verb]
        answer = {"action": choose(liked or message["actions"])["id"]}
    else:
        break
    print(json.dumps(answer), flush=True)
