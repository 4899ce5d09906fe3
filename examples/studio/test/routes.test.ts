import { expect, it } from 'vitest';
import { openStudio } from './open-studio.ts';

it('answers who the caller is', async () => {
  const { send } = await openStudio();
  const response = await send('GET', '/api/me');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ id: 'hanako', human: true, has_model: false });
});
