import { expect, test } from 'vitest';
import { UsageError } from '@kanmon/example-shared/usage-error';
import { parseCommand } from '../src/arguments.ts';

test.each([
  [['sing'], /^there is no command "sing"; see --help$/],
  [['chat', 'serve'], /one command at most/],
  [['--speed', '9'], /Unknown option '--speed'/],
  [['--mode', 'crew'], /--mode crew needs --crew-url/],
  [['--mode', 'llm'], /--mode is local or crew, got "llm"/],
  [['--crew-url', 'ftp://x'], /--crew-url is an http or https address/],
  [['--crew-timeout', '0'], /--crew-timeout is a whole number from 1 to 600000, got "0"/],
  [['--session', 'a/b'], /--session is 1 to 128 characters/],
  [['serve', '--port', '80000'], /--port is a whole number from 0 to 65535/],
  [['crew', '--behave', 'badly'], /--behave is well or slow or wrong or gone/],
  [['replay'], /replay reads a history: give --data <path>/],
])('%j', (args, message) => {
  expect(() => parseCommand(args)).toThrow(UsageError);
  expect(() => parseCommand(args)).toThrow(message);
});

test('a chat without any flag talks Japanese, by rules, and keeps nothing', () => {
  expect(parseCommand([])).toEqual({
    name: 'chat',
    locale: 'ja',
    json: false,
    verbose: false,
    agent: { mode: 'local', crewTimeoutMs: 3000 },
  });
  expect(parseCommand(['--', '--help'])).toBe('help');
});
