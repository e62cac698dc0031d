"""Print where the libraries are that a generated Java client needs: in the generator's own jar."""

from importlib.resources import files

print(files("openapi_generator_cli") / "openapi-generator.jar")
