import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Policy, PolicySet } from '@kanmon/content-cards';
import { readPolicySet } from '@kanmon/content-cards/legacy';
import type { CliContext } from './cli-context.ts';
import { DeckError } from './deck-error.ts';
import { exitCodes } from './exit-codes.ts';
import { readText } from './read-text.ts';

/** The path of the policies in a working directory. */
const policyFile = join('config', 'content_ai_policies.json');

/** The policies of `--ai-policy`, of the working directory, or one that forbids nothing. */
export function readPolicies(context: CliContext): PolicySet {
  const { directory, policyPath, say } = context;
  const own = join(directory, policyFile);
  const path = policyPath === undefined ? own : resolve(directory, policyPath);
  if (policyPath === undefined && !existsSync(own)) return plainPolicies(context);
  const read = readPolicySet(readText(path, context));
  if (read.ok) return read.value;
  const places = read.issues.map(({ field, issue }) => `${field} ${issue}`);
  throw new DeckError(
    say(
      `ポリシー ${path} が正しくありません: ${places.join('、')}`,
      `the policy set ${path} is not valid: ${places.join(', ')}`,
    ),
    { code: 'policy_invalid', exitCode: exitCodes.usage, details: places },
  );
}

/** The policy that a command works under. */
export function choosePolicy(policies: PolicySet, { policyId, say }: CliContext): Policy {
  const wanted = policyId ?? policies.default_policy_id;
  const policy = policies.policies.find(({ id }) => id === wanted);
  if (policy !== undefined) return policy;
  const known = policies.policies.map(({ id }) => id).join(', ');
  throw new DeckError(
    say(
      `ポリシー ${wanted} はありません（あるもの: ${known}）`,
      `there is no policy ${wanted}; there are ${known}`,
    ),
    { code: 'policy_not_found', exitCode: exitCodes.usage },
  );
}

function plainPolicies({ say }: CliContext): PolicySet {
  return {
    version: '1.0',
    default_policy_id: 'plain',
    policies: [
      {
        id: 'plain',
        name: say('標準', 'plain'),
        default_intent: 'general',
        prompt_id: 'content.baseline',
        model: 'mock-local',
        safeguards: { prohibited_keywords: [] },
        slide_policies: [],
      },
    ],
  };
}
