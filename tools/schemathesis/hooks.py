"""Makes a TPP of schemathesis: every request is signed as section 5 of the interface says.

NORDGATE_TPP names the folder with demo-tpp.pem and demo-tpp.key.pem.
"""

import base64
import copy
import hashlib
import os
import pathlib
import uuid
from email.utils import formatdate

import schemathesis
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from requests.auth import AuthBase

FOLDER = pathlib.Path(os.environ["NORDGATE_TPP"])
CERTIFICATE = x509.load_pem_x509_certificate((FOLDER / "demo-tpp.pem").read_bytes())
KEY = serialization.load_pem_private_key((FOLDER / "demo-tpp.key.pem").read_bytes(), None)
OF_THE_SIGNATURE = {"date", "digest", "signature", "tpp-signature-certificate"}
SIGNED = ["x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri"]
CHOSEN = {
    "PSU-ID": "c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47",
}
# Every call has an id of its own, examples too.
EXAMPLE_ID = "5d0d1c0e-2f0b-4d3b-9c4e-0c7f2a8f6f11"
# Whether this run goes from request to request by links.
JOURNEYS = os.environ.get("NORDGATE_JOURNEYS") == "yes"
STATUSES = pathlib.Path(os.environ["NORDGATE_STATUSES"])


def key_id() -> str:
    serial = format(CERTIFICATE.serial_number, "X")
    serial = serial if len(serial) % 2 == 0 else f"0{serial}"
    return f"SN={serial},CA={CERTIFICATE.issuer.rfc4514_string()}"


def value_of(request, name: str):
    value = request.headers.get(name)
    if value is None:
        return None
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    return text.strip(" \t")


class Signed(AuthBase):
    """Signs what is about to leave: the octets of the body are known here."""

    def __call__(self, request):
        if request.headers.get("X-Request-ID") == EXAMPLE_ID:
            request.headers["X-Request-ID"] = str(uuid.uuid4())
        body = request.body or b""
        octets = body.encode() if isinstance(body, str) else body
        digest = base64.b64encode(hashlib.sha256(octets).digest()).decode()
        request.headers["Date"] = formatdate(usegmt=True)
        request.headers["Digest"] = f"SHA-256={digest}"
        target = f"{request.method.lower()} {request.path_url}"
        lines = [("(request-target)", target)]
        for name in ["date", "digest", *SIGNED]:
            value = value_of(request, name)
            if value is not None:
                lines.append((name, value))
        text = "\n".join(f"{name}: {value}" for name, value in lines)
        made = KEY.sign(text.encode("latin-1", "replace"), padding.PKCS1v15(), hashes.SHA256())
        parts = {
            "keyId": key_id(),
            "algorithm": "rsa-sha256",
            "headers": " ".join(name for name, _ in lines),
            "signature": base64.b64encode(made).decode(),
        }
        whole = ",".join(f'{name}="{value}"' for name, value in parts.items())
        wrapped = base64.b64encode(whole.encode()).decode()
        request.headers["Signature"] = f"=?utf-8?B?{wrapped}?="
        der = CERTIFICATE.public_bytes(serialization.Encoding.DER)
        request.headers["TPP-Signature-Certificate"] = base64.b64encode(der).decode()
        return request


schemathesis.auth.set_from_requests(Signed())


def first_choice(schema, schemas):
    """The first of the schemas that a body may have, also where they stand under a name."""
    named = schemas[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema
    return first_choice(named["anyOf"][0], schemas) if "anyOf" in named else schema


def well_behaved(raw_schema):
    """For journeys from request to request: headers and bodies as examples have them, no others."""
    needed = {"X-Request-ID", "TPP-Session-ID", "TPP-Redirect-URI", "PSU-IP-Address", "x-accept-fix"}
    needed |= set(CHOSEN)
    named = raw_schema["components"]["parameters"]
    for parameter in named.values():
        if parameter["name"] in needed:
            values = parameter["schema"].get("enum") or parameter["schema"]["anyOf"][0]["enum"]
            parameter["required"] = True
            parameter["schema"] = {"enum": values[:1]}
    fix = "amount-as-string,payment-status-before-approval"
    for methods in raw_schema["paths"].values():
        for operation in methods.values():
            operation["parameters"] = [
                one
                for one in operation["parameters"]
                if "$ref" not in one
                or named[one["$ref"].rsplit("/", 1)[1]]["name"] in needed
            ]
            content = operation.get("requestBody", {}).get("content", {})
            for body in content.values():
                body["schema"] = first_choice(body["schema"], raw_schema["components"]["schemas"])
    for parameter in named.values():
        if parameter["name"] == "x-accept-fix":
            parameter["schema"] = {"enum": [fix]}


def mostly(values, schema):
    """Means the same, but makes guesses that the bank takes more than once in a lifetime."""
    return {"anyOf": [{"enum": values}, schema]}


def by_product(paths):
    """Each product with its own body: the description says of a path only that it is one of them."""
    for path in [one for one in paths if one.endswith("/{payment-product}")]:
        operation = paths[path].pop("post")
        for product, example in operation["requestBody"]["content"]["application/json"][
            "examples"
        ].items():
            one = copy.deepcopy(operation)
            # Dates of examples lie anywhere; without this one the payment is made at once.
            value = {k: v for k, v in example["value"].items() if k != "requestedExecutionDate"}
            one["operationId"] += f".{product}"
            one["parameters"] = [
                each for each in one["parameters"] if each.get("name") != "payment-product"
            ]
            one["requestBody"]["content"]["application/json"] = {
                "schema": mostly(
                    [value], {"$ref": f"#/components/schemas/{example['summary']}"}
                ),
                "examples": {product: {"value": value}},
            }
            for link in one["responses"]["201"]["links"].values():
                link["parameters"]["path.payment-product"] = product
            paths[path.replace("{payment-product}", product)] = {"post": one}
        if not paths[path]:
            del paths[path]


@schemathesis.hook
def filter_case(context, case):
    """A header without a value counts as not sent, and one that nobody knows says nothing: neither
    breaks a rule (RFC 9110 section 5.1)."""
    headers = case.headers or {}
    if any("unknown-property" in name.lower() for name in headers):
        return False
    return all(str(value).strip() != "" for value in headers.values())


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """One PSU, so that one request finds what another made; no guesses at what signing writes."""
    named = raw_schema["components"]["parameters"]
    for parameter in named.values():
        if parameter["name"] in CHOSEN:
            value = CHOSEN[parameter["name"]]
            parameter["schema"] = {"type": "string", "enum": [value], "examples": [value]}
        elif parameter["schema"].get("examples"):
            parameter["schema"] = mostly(parameter["schema"]["examples"], parameter["schema"])
    by_product(raw_schema["paths"])
    if JOURNEYS:
        well_behaved(raw_schema)
    raw_schema["components"].pop("securitySchemes", None)
    for methods in raw_schema["paths"].values():
        for operation in methods.values():
            operation.pop("security", None)
            operation["parameters"] = [
                one
                for one in operation["parameters"]
                if "$ref" not in one
                or named[one["$ref"].rsplit("/", 1)[1]]["name"].lower() not in OF_THE_SIGNATURE
            ]


@schemathesis.hook
def after_call(context, case, response):
    """Notes what came: a run in which nothing was ever accepted would prove little."""
    with STATUSES.open("a") as statuses:
        statuses.write(f"{case.operation.label} {response.status_code}\n")
