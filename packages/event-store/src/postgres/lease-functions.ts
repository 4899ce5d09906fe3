const isoTime = (value: string): string =>
  `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The time after the lock was given, not that of the transaction's start; whole milliseconds. */
const serverNow = `date_trunc('milliseconds', clock_timestamp())`;

/** A lease when the resource is free, released or expired, else no row. */
export function acquireFunction(schema: string): string {
  return `create or replace function ${schema}.acquire_lease(p_resource text, p_owner text, p_ttl_ms bigint)
returns table(token bigint, expires_at text) language plpgsql as $function$
declare v_lease ${schema}.lease;
begin
  insert into ${schema}.lease(resource, owner, token, expires_at, released)
    values (p_resource, p_owner, 0, clock_timestamp(), true) on conflict do nothing;
  select * into strict v_lease from ${schema}.lease l where l.resource = p_resource for update;
  if not v_lease.released and v_lease.expires_at > clock_timestamp() then return; end if;
  return query update ${schema}.lease l
    set owner = p_owner, token = l.token + 1, released = false, expires_at = ${serverNow} + p_ttl_ms * interval '1 millisecond'
    where l.resource = p_resource returning l.token, ${isoTime('l.expires_at')};
end $function$`;
}

/** A later end for a current lease; the outcome names the reason of a refusal. */
export function renewFunction(schema: string): string {
  return `create or replace function ${schema}.renew_lease(p_resource text, p_token bigint, p_ttl_ms bigint)
returns table(outcome text, owner text, expires_at text) language plpgsql as $function$
declare v_lease ${schema}.lease;
begin
  select * into v_lease from ${schema}.lease l where l.resource = p_resource for update;
  if v_lease.token is null or p_token > v_lease.token then
    return query select 'unknown', null::text, null::text;
  elsif p_token < v_lease.token then
    return query select 'taken-over', null::text, null::text;
  elsif v_lease.released then
    return query select 'released', null::text, null::text;
  else
    return query update ${schema}.lease l set expires_at = ${serverNow} + p_ttl_ms * interval '1 millisecond'
      where l.resource = p_resource returning 'renewed', l.owner, ${isoTime('l.expires_at')};
  end if;
end $function$`;
}

/** Marks a current lease as released. */
export function releaseFunction(schema: string): string {
  return `create or replace function ${schema}.release_lease(p_resource text, p_token bigint) returns void language sql as $function$
  update ${schema}.lease set released = true where resource = p_resource and token = p_token
$function$`;
}
