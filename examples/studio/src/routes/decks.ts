import type { ContentService } from '@kanmon/content-cards';
import { HttpProblem, type Route } from '@kanmon/core/http';
import * as z from 'zod';

const deckSchema = z.object({
  spec_id: z.string(),
  revision: z.string(),
  cards: z.int(),
  approved: z.int(),
});

/** `GET /api/decks`: where a reviewer begins. The cards of a deck are below `/v1/content`. */
export function deckRoute(service: ContentService): Route {
  return {
    method: 'GET',
    path: '/api/decks',
    id: 'listDecks',
    summary: 'Lists the decks with the number of their cards',
    scope: 'cards:read',
    answers: {
      200: { description: 'The decks', schema: z.object({ items: z.array(deckSchema) }) },
    },
    problems: { 503: ['storage_error'] },
    async handle({ json }) {
      const decks = await service.listDecks();
      if (!decks.ok) throw new HttpProblem(503, 'storage_error');
      return json(200, { items: decks.value });
    },
  };
}
