import { describe, expect, expectTypeOf, it } from 'vitest';
import { KanmonError } from '../../src/index.ts';
import { defineError } from '../../src/kit.ts';

const LockedError = defineError<{ resource?: string }>('LockedError', 'locked');
const InputError = defineError('InputError', 'input', { path: '' });

describe('defineError', () => {
  it('creates a class with a name, a code, a cause and typed fields', () => {
    const cause = new Error('busy');
    const error = new LockedError('the episode is locked', { resource: 'episode/7', cause });
    expect(error).toBeInstanceOf(KanmonError);
    expect(error).toMatchObject({ name: 'LockedError', code: 'locked', resource: 'episode/7' });
    expect(error.cause).toBe(cause);
    expect(error.toJSON()).toEqual({
      name: 'LockedError',
      code: 'locked',
      message: 'the episode is locked',
    });
    expectTypeOf(error.resource).toEqualTypeOf<string | undefined>();
  });

  it('sets the default of a field that is not passed, and no cause', () => {
    const error = new InputError('invalid');
    expect(error.path).toBe('');
    expect(new InputError('invalid', { path: '/a' }).path).toBe('/a');
    expect(Object.hasOwn(error, 'cause')).toBe(false);
    expectTypeOf(error.path).toEqualTypeOf<string>();
  });

  it('recognises its own instances only, also those of another copy of the package', () => {
    const locked = new LockedError('locked');
    const Copy = defineError('LockedError', 'locked');
    expect(LockedError.isInstance(locked)).toBe(true);
    expect(LockedError.isInstance(new Copy('locked'))).toBe(true);
    expect(InputError.isInstance(locked)).toBe(false);
    expect(KanmonError.isInstance(locked)).toBe(true);
  });

  it('creates a class that can be extended', () => {
    class EpisodeLockedError extends LockedError {}
    const error = new EpisodeLockedError('locked', { resource: 'episode/7' });
    expect(error).toBeInstanceOf(LockedError);
    expect(LockedError.isInstance(error)).toBe(true);
    expect(EpisodeLockedError.isInstance(new LockedError('locked'))).toBe(false);
  });
});
