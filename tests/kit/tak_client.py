"""A TAK client: connects, says where it is in pieces, asks whether somebody is there, and prints each event that it is told."""
import socket
import sys
import time
import xml.etree.ElementTree as ET

host, port, uid, name, lat, lon = sys.argv[1:7]


def event(kind, detail, uid=uid):
    now = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
    root = ET.Element("event", version="2.0", uid=uid, type=kind, how="m-g", time=now, start=now, stale=now)
    ET.SubElement(root, "point", lat=lat, lon=lon, hae="171.0", ce="9.9", le="9999999.0")
    inner = ET.SubElement(root, "detail")
    for tag, attributes in detail:
        ET.SubElement(inner, tag, attributes)
    return ET.tostring(root, encoding="unicode")


line = socket.create_connection((host, int(port)), timeout=30)
said = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + event("a-f-G-U-C", [
    ("takv", {"os": "34", "version": "5.2", "device": "test", "platform": "ATAK-CIV"}),
    ("contact", {"callsign": name, "endpoint": "*:-1:stcp"}),
    ("track", {"course": "88.0", "speed": "1.5"}),
])
for at in range(0, len(said), 100):
    line.sendall(said[at:at + 100].encode())
    time.sleep(0.005)
# A marker of somebody else, which is not itself.
line.sendall(event("a-h-G", [("contact", {"callsign": "Somebody else"})], uid="marker-1").encode())
line.sendall(event("t-x-c-t", [], uid=uid + "-ping").encode())
rest = ""
while True:
    heard = line.recv(65536)
    if not heard:
        break
    rest += heard.decode()
    while "</event>" in rest:
        one, rest = rest.split("</event>", 1)
        read = ET.fromstring(one[one.index("<event"):] + "</event>")
        print(read.get("type"), read.get("uid"), flush=True)
