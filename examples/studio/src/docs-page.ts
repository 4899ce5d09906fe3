import type { JsonObject } from '@kanmon/core';
import { html } from 'hono/html';
import * as z from 'zod';

const text = z.string();
const content = z
  .record(text, z.object({ schema: z.json().optional(), example: z.json().optional() }))
  .optional();
const operationSchema = z.object({
  tags: z.array(text).default(['studio']),
  summary: text.default(''),
  description: text.default(''),
  security: z.array(z.record(text, z.array(text))).default([]),
  parameters: z
    .array(z.object({ name: text, in: text, required: z.boolean().default(false) }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(text, z.object({ description: text, content })),
});
/** The parts of an OpenAPI document that the page shows. */
const documentSchema = z.object({ paths: z.record(text, z.record(text, operationSchema)) });

type Operation = z.infer<typeof operationSchema>;
/** HTML whose texts are escaped. */
type Html = ReturnType<typeof html> | string;

/** Returns the reference page of an OpenAPI document. It needs no script, and texts of the document stay texts. */
export async function docsPage(document: JsonObject): Promise<string> {
  const parts = new Map<string, Html[]>();
  for (const [path, item] of Object.entries(documentSchema.parse(document).paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const tag = operation.tags.join(' ');
      parts.set(tag, [...(parts.get(tag) ?? []), operationView(path, method, operation)]);
    }
  }
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Kanmon Studio API</title>
        <link rel="stylesheet" href="/docs/docs.css" />
      </head>
      <body>
        <header>
          <h1>Kanmon Studio API</h1>
          <p>Every route, from the <a href="/openapi.json">OpenAPI 3.1 document</a>.</p>
        </header>
        <nav aria-label="Parts">
          ${[...parts.keys()].map((tag) => html`<a href="#${tag}">${tag}</a>`)}
        </nav>
        <main>
          ${Array.from(
            parts,
            ([tag, views]) =>
              html`<section id="${tag}">
                <h2>${tag}</h2>
                ${views}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
  return page.toString();
}

function operationView(path: string, method: string, operation: Operation): Html {
  const { summary, description, security, parameters, requestBody, responses } = operation;
  const scopes = security.flatMap((each) => Object.values(each).flat());
  const answer = responses['200'] ?? responses['201'];
  return html`<details>
    <summary><b>${method.toUpperCase()}</b> <code>${path}</code> ${summary}</summary>
    <p>${security.length === 0 ? 'Public' : `Token with scope: ${scopes.join(' ') || 'any'}`}</p>
    ${description === '' ? '' : html`<p>${description}</p>`} ${parameterTable(parameters)}
    ${sample('Body', requestBody?.content)} ${sample('Answer', answer?.content)}
    <h3>Statuses</h3>
    <ul>
      ${Object.entries(responses).map(
        ([status, { description: meaning }]) => html`<li><code>${status}</code> ${meaning}</li>`,
      )}
    </ul>
  </details>`;
}

function parameterTable(parameters: Operation['parameters']): Html {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, required }) =>
      html`<tr>
        <td><code>${name}</code></td>
        <td>${place}</td>
        <td>${required ? 'required' : ''}</td>
      </tr>`,
  );
  return html`<table>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** The example of a body, or its schema. */
function sample(title: string, given: z.infer<typeof content>): Html {
  const { example, schema } = given?.['application/json'] ?? {};
  const shown = example ?? schema;
  if (shown === undefined) return '';
  return html`<h3>${title}</h3>
    <pre>${JSON.stringify(shown, null, 2)}</pre>`;
}
