import { Ajv2020 } from 'ajv/dist/2020.js';
import { bearer } from '@kanmon/core/http';
import { openApiDocument, type ContentCaller } from '../src/http.ts';

/** The token lists its scopes, so that each case can ask for different ones. */
export const identify = bearer<ContentCaller>((token) => {
  if (!token.startsWith('ok.')) return null;
  const scopes = token.slice(3).split('.').filter(Boolean);
  return { id: 'editor@example.com', scopes: scopes.map((scope) => scope.replace('~', ':')) };
});

export function tokenOf(scopes: readonly string[]): string {
  return `ok.${scopes.map((scope) => scope.replace(':', '~')).join('.')}`;
}

interface OpenApi {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly operationId: string;
        readonly responses: Record<
          string,
          { readonly content?: Record<string, { readonly schema: object }> }
        >;
      }
    >
  >;
}

export const document = openApiDocument() as unknown as OpenApi;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'doc', ...document });

/** Returns how a response differs from the document; null when the document describes it. */
export function undescribed(
  method: string,
  path: string,
  answer: { readonly status: number; readonly body: string },
): string | null {
  const name = `${method} ${path} ${answer.status}`;
  const template = Object.keys(document.paths).find((each) =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const operation =
    document.paths[template ?? '']?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  const response = operation?.responses[answer.status];
  if (response === undefined) return `${name}: not described`;
  const schema = response.content?.['application/json']?.schema;
  if (answer.body === '' || schema === undefined) return null;
  const text = JSON.stringify(schema).replaceAll('#/components', 'doc#/components');
  const validate = ajv.compile(JSON.parse(text) as object);
  return validate(JSON.parse(answer.body)) ? null : `${name}: ${ajv.errorsText(validate.errors)}`;
}
