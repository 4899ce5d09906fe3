import type { Catalog } from '../../messages/catalog.ts';
import { globalConsole, type Logger, quietLogger } from '../../ports/logger.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import { causeOf } from './rule-findings.ts';

/** Texts for readers outside the program: the error of a rule may have addresses and passwords. */
export const outsideCatalog: Catalog = {
  en: { 'rule-threw': 'The rule "{rule}" failed (rule-threw), so the value cannot pass.' },
  ja: { 'rule-threw': 'ルール「{rule}」の検査が失敗したため（rule-threw）、合格にできません。' },
};

/** Writes the error of a rule that threw to a logger, where the reader of the finding does not get it. */
export function warnOfThrownRule(
  gate: string,
  findings: readonly Finding[],
  logger: Logger = globalConsole(),
): void {
  const thrown = findings.find(({ code }) => code === 'rule-threw');
  if (thrown === undefined) return;
  const { rule, path, params } = thrown;
  quietLogger(logger).warn(
    { error: causeOf(findings) ?? params['error'] },
    `rule "${rule}" of gate "${gate}" failed at "${path}", so the value cannot pass`,
  );
}
