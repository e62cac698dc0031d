/* Programs that send a request of the page again. Swagger UI itself writes the curl command. */

/** The body as JSON on one line; undefined if it is not JSON. */
function inJson(body) {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** A JSON text as a Python literal. */
function inPython(json) {
  const names = { true: "True", false: "False", null: "None" };
  return json.replace(/"(?:\\.|[^"\\])*"|true|false|null/g, (token) => names[token] ?? token);
}

const quoted = JSON.stringify;

function javascriptBody(body) {
  const json = inJson(body);
  return json ? `JSON.stringify(${json})` : quoted(body);
}

function pythonBody(body) {
  const json = inJson(body);
  return json ? `json=${inPython(json)}` : `data=${quoted(body)}.encode()`;
}

export function javascript(request) {
  const { url, method, headers, body } = request.toJS();
  return [
    `const answer = await fetch(${quoted(url)}, {`,
    `  method: ${quoted(method)},`,
    `  headers: ${quoted(headers)},`,
    ...(body ? [`  body: ${javascriptBody(body)},`] : []),
    "});",
    "console.log(answer.status, await answer.text());",
  ].join("\n");
}

export function python(request) {
  const { url, method, headers, body } = request.toJS();
  return [
    "import requests",
    "",
    `answer = requests.${method.toLowerCase()}(`,
    `    ${quoted(url)},`,
    `    headers=${quoted(headers)},`,
    ...(body ? [`    ${pythonBody(body)},`] : []),
    ")",
    "print(answer.status_code, answer.text)",
  ].join("\n");
}
