"""Encodes Meshtastic messages with Google's protobuf. Reads JSON lines of {"type", "message"}; writes each as hexadecimal.
In a message {"of": type, "is": {...}} stands for the bytes of another one."""
import json, os, subprocess, sys, tempfile
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
import base64

folder = os.path.dirname(os.path.abspath(__file__))
with tempfile.TemporaryDirectory() as temporary:
    out = os.path.join(temporary, "set")
    subprocess.run(["protoc", "-I", folder, "--descriptor_set_out", out, "meshtastic.proto"], check=True)
    with open(out, "rb") as file:
        files = descriptor_pb2.FileDescriptorSet.FromString(file.read())
pool = descriptor_pool.DescriptorPool()
for one in files.file:
    pool.Add(one)


def make(name, message):
    descriptor = pool.FindMessageTypeByName("meshtastic." + name)
    if hasattr(message_factory, "GetMessageClass"):
        made = message_factory.GetMessageClass(descriptor)()
    else:
        made = message_factory.MessageFactory(pool).GetPrototype(descriptor)()
    json_format.ParseDict(inner(message), made)
    return made.SerializeToString()


def inner(value):
    if isinstance(value, dict):
        if set(value) == {"of", "is"}:
            return base64.b64encode(make(value["of"], value["is"])).decode()
        if set(value) == {"utf8"}:
            return base64.b64encode(value["utf8"].encode()).decode()
        return {key: inner(one) for key, one in value.items()}
    return [inner(one) for one in value] if isinstance(value, list) else value


for line in sys.stdin:
    asked = json.loads(line)
    print(make(asked["type"], asked["message"]).hex())
