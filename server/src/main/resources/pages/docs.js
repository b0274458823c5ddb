import SwaggerUIBundle from "/docs/swagger-ui-es-bundle.js";

SwaggerUIBundle({
  url: "/openapi.yaml",
  dom_id: "#api",
  deepLinking: true,
  // Would send the description to a server outside to be judged.
  validatorUrl: null,
});
