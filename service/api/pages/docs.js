"use strict";

SwaggerUIBundle({
  url: document.getElementById("docs").dataset.contract,
  domNode: document.getElementById("docs"),
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null,
});
