import { mergeCatalogs, toValidationResult, type ValidationResult } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { advisorReportGate } from '../gates/report-gate.ts';
import { organizerReportGate } from '../gates/report-gate.ts';
import type { ReportGate } from '../gates/report-gate.ts';
import { validatorCatalog } from '../messages/catalogs.ts';
import { readyContext } from '../rules/report-context.ts';
import type { ReportOptions } from '../rules/report-context.ts';
import { checkLocale } from '../text/locale-of.ts';

const reportOptions: OptionNames<ReportOptions> = {
  locale: true,
  catalog: true,
  purpose: true,
  focusNodeId: true,
  nodes: true,
  phrases: true,
  severities: true,
};

/**
 * Judges an Organizer report: `errors` are its Musts, `warnings` its Shoulds (seed section 3). Never
 * throws on `report`, whatever it is. Throws `InvalidArgumentError` for ids that are no array of
 * strings and for options that cannot be.
 *
 * @example
 * const { ok, errors } = validateOrganizerReport(JSON.parse(text), ['n1', 'n2']);
 */
export function validateOrganizerReport(
  report: unknown,
  validNodeIds: readonly string[],
  options: ReportOptions = {},
): ValidationResult {
  checkOptions(options, reportOptions, 'validateOrganizerReport(report, ids, options)');
  return judge(organizerReportGate, report, validNodeIds, options);
}

/** Judges an Advisor report; see `validateOrganizerReport`. */
export function validateAdvisorReport(
  report: unknown,
  validNodeIds: readonly string[],
  options: ReportOptions = {},
): ValidationResult {
  checkOptions(options, reportOptions, 'validateAdvisorReport(report, ids, options)');
  return judge(advisorReportGate, report, validNodeIds, options);
}

function judge<T>(
  gate: ReportGate<T>,
  report: unknown,
  validNodeIds: readonly string[],
  options: ReportOptions,
): ValidationResult {
  const { locale = 'en', catalog, ...rest } = options;
  checkLocale(locale);
  const context = readyContext({ ...rest, validNodeIds });
  const findings = gate.findingsIn(report, context);
  if (findings.length === 0) return clean;
  return toValidationResult(findings, {
    locale,
    catalog: catalog === undefined ? validatorCatalog : mergeCatalogs(validatorCatalog, catalog),
  });
}

/** Nothing can be added to it, so one does for all. */
const clean: ValidationResult = toValidationResult([]);
