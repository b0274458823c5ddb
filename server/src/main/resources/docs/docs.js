// The bundle is no module: it leaves its one function on the window.
window.SwaggerUIBundle({
  url: "/openapi.yaml",
  dom_id: "#api",
  deepLinking: true,
  // Would send the description to a server outside to be judged.
  validatorUrl: null,
});
