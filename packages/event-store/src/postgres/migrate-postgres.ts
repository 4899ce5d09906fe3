import { checkOptions } from '@kanmon/core/kit';
import { column } from '../rows/stored-row.ts';
import { openingRows } from './format-guard.ts';
import { checkPool, type PgPool } from './pg-pool.ts';
import { formatError, postgresError, sqlState } from './postgres-errors.ts';
import {
  newerFormatState,
  postgresFormat,
  quoteSchema,
  schemaStatements,
} from './postgres-schema.ts';

/** The oldest server whose functions suffice, as in `server_version_num`. */
const oldestServer = 140_000;

/**
 * The SQL of the schema, for those who run migrations themselves (`psql -1 -f`). It can be run again.
 * @default schema 'kanmon'
 */
export function postgresSchemaSql(schema = 'kanmon'): string {
  return `${schemaStatements(schema).join(';\n\n')};\n`;
}

/**
 * Makes or updates the schema. Safe to call from any number of processes at once, and again.
 * Throws `store-format` for a schema newer than this code, for a server before PostgreSQL 14, and for a
 * database whose encoding is not UTF-8.
 */
export async function migratePostgres(
  pool: PgPool,
  options: { readonly schema?: string } = {},
): Promise<void> {
  checkOptions(options, 'schema', 'migratePostgres(pool, options)');
  checkPool(pool);
  const { schema = 'kanmon' } = options;
  const script = migrationScript(schema);
  await assertServer(pool);
  try {
    await pool.query(script);
  } catch (error) {
    if (sqlState(error) === newerFormatState) throw formatError(schema, 'newer');
    throw postgresError(error, 'store-open-failed');
  }
}

/** One statement, so one transaction, on whatever connection the pool takes. */
function migrationScript(schema: string): string {
  const meta = `${quoteSchema(schema)}.meta`;
  const steps = schemaStatements(schema).map((sql) => `  execute $statement$${sql}$statement$;`);
  return `do $migration$
declare v_format integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('kanmon event store ${schema}', 0));
  if to_regclass('${meta}') is not null then
    execute 'select format from ${meta}' into v_format;
    if v_format > ${postgresFormat} then
      raise exception 'newer format %', v_format using errcode = '${newerFormatState}';
    end if;
  end if;
${steps.join('\n')}
end $migration$`;
}

async function assertServer(pool: PgPool): Promise<void> {
  const settings = `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`;
  const [row] = await openingRows(pool, settings);
  const version = Number(column(row, 'version'));
  const encoding = column(row, 'encoding');
  if (version < oldestServer) throw formatError(String(version), 'server');
  if (encoding !== 'UTF8') throw formatError(String(encoding), 'encoding');
}
