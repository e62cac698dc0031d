/* The documentation page: Swagger UI; the id of a game that you start is filled into the other calls. */

import { keepNamed, landmarks } from "./accessible.js";
import { javascript, python } from "./samples.js";

const darkness = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", darkness.matches);
darkness.addEventListener("change", follow);
follow();

function putIntoCalls({ specActions, specSelectors }, id) {
  for (const operation of specSelectors.operations()) {
    const call = [operation.get("path"), operation.get("method")];
    if (call[0].includes("{game_id}")) specActions.changeParam(call, "game_id", "path", id);
  }
}

const isNewGame = (path, response) => path === "/games" && response.status === 201;

function showAnswer(path, method) {
  const call = `.opblock-${method}:has([data-path="${path}"])`;
  document.querySelector(`${call} .live-responses-table`)?.scrollIntoView({ block: "nearest" });
}

const carriedGame = {
  statePlugins: {
    spec: {
      wrapActions: {
        setResponse: (original, system) => (path, method, response) => {
          if (isNewGame(path, response)) putIntoCalls(system, JSON.parse(response.text).id);
          setTimeout(showAnswer, 0, path, method); // after it is drawn
          return original(path, method, response);
        },
      },
    },
  },
};

const samples = {
  fn: { requestSnippetGenerator_javascript: javascript, requestSnippetGenerator_python: python },
};

const page = document.getElementById("docs");
const contract = new URL(page.dataset.contract, location);
const path = new URL(".", contract).pathname;
const host = location.protocol === "http:" ? location.host : location.origin; // curl adds http://

// Examples of parameters would stand in the fields, and be sent: each new game would have the same key, and so be the same.
const withoutExample = (_, value) => {
  if (value?.in) delete value.example;
  return value;
};

const ownContract = {
  statePlugins: {
    spec: {
      wrapActions: {
        updateSpec: (original) => (text) => {
          const here = text
            .replaceAll("http://127.0.0.1:8000", location.origin) // the first server
            .replaceAll("localhost:8000/", host + path)
            .replaceAll("localhost:8000", host);
          return original(JSON.stringify(JSON.parse(here, withoutExample)));
        },
      },
    },
  },
};

const oneServer = { components: { ServersContainer: () => null } };

keepNamed(page);

SwaggerUIBundle({
  url: contract.href,
  domNode: page,
  deepLinking: true,
  filter: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestSnippetsEnabled: true,
  requestSnippets: {
    languages: ["curl_bash", "javascript", "python"],
    generators: {
      curl_bash: { title: "curl", syntax: "bash" },
      javascript: { title: "JavaScript", syntax: "javascript" },
      python: { title: "Python", syntax: "python" },
    },
  },
  plugins: [carriedGame, ownContract, samples, oneServer, landmarks],
});
