import { mergeCatalogs, type ValidationResult } from '@kanmon/core';
import { checkOptions, formatGateFinding, validationResult } from '@kanmon/core/kit';
import { advisorReportGate, organizerReportGate, type ReportGate } from '../gates/report-gate.ts';
import { validatorCatalog } from '../messages/catalogs.ts';
import { readyContext, type ReportOptions } from '../rules/report-context.ts';
import { checkLocale } from '../text/locale-of.ts';

/**
 * Judges an Organizer report: `errors` are its Musts, `warnings` its Shoulds. Never throws on `report`,
 * whatever it is. Throws `InvalidArgumentError` for ids that are not an array of strings and for
 * invalid options.
 *
 * @example
 * const { ok, errors } = validateOrganizerReport(JSON.parse(text), ['n1', 'n2']);
 */
export function validateOrganizerReport(
  report: unknown,
  validNodeIds: readonly string[],
  options: ReportOptions = {},
): ValidationResult {
  return judge('validateOrganizerReport', organizerReportGate, report, validNodeIds, options);
}

/** Judges an Advisor report; see `validateOrganizerReport`. */
export function validateAdvisorReport(
  report: unknown,
  validNodeIds: readonly string[],
  options: ReportOptions = {},
): ValidationResult {
  return judge('validateAdvisorReport', advisorReportGate, report, validNodeIds, options);
}

function judge<T>(
  name: string,
  gate: ReportGate<T>,
  report: unknown,
  validNodeIds: readonly string[],
  options: ReportOptions,
): ValidationResult {
  const names = 'locale catalog purpose focusNodeId nodes phrases severities';
  checkOptions(options, names, `${name}(report, ids, options)`);
  const { locale = 'en', catalog, ...rest } = options;
  checkLocale(locale);
  const context = readyContext({ ...rest, validNodeIds });
  const findings = gate.findingsIn(report, context);
  if (findings.length === 0) return clean;
  const texts = {
    locale,
    catalog: catalog === undefined ? validatorCatalog : mergeCatalogs(validatorCatalog, catalog),
  };
  return validationResult(findings, (finding) => formatGateFinding(finding, texts));
}

/** Frozen, so all clean reports share it. */
const clean: ValidationResult = validationResult([], ({ code }) => code);
