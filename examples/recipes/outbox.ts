import { createCheckpoint, createMemoryEventStore, followAll } from '@kanmon/core';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

/** Publishes a message under an id; returns false when the broker has one with this id. */
interface Broker {
  readonly publish: (subject: string, id: string, body: string) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** NATS JetStream drops a message whose id it has seen in the last two minutes (`duplicate_window`). */
async function openNats(servers: string): Promise<Broker> {
  const connection = await connect({ servers });
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: 'ORDERS', subjects: ['order.>'] });
  const client = jetstream(connection);
  return {
    publish: async (subject, id, body) =>
      !(await client.publish(subject, body, { msgID: id })).duplicate,
    close: () => connection.drain(),
  };
}

/** A stand-in for runs without a broker: it only remembers ids. */
function openStandIn(): Broker {
  const ids = new Set<string>();
  return { publish: async (_, id) => ids.size < ids.add(id).size, close: async () => undefined };
}

const { NATS_URL } = process.env;
const broker = NATS_URL === undefined ? openStandIn() : await openNats(NATS_URL);
const store = createMemoryEventStore(); // a durable one of @kanmon/event-store

/** Publishes the events of orders. One that was published before a crash is published again, with the same id. */
async function relay(crashAt: number): Promise<void> {
  const checkpoint = createCheckpoint(store, 'orders-to-broker');
  for await (const event of followAll(store, { prefix: 'order/', checkpoint })) {
    const { streamId, type, data, hash } = event;
    const isNew = await broker.publish(`order.${type}`, hash, JSON.stringify({ streamId, data }));
    console.log(type, streamId, isNew ? 'published' : 'was there');
    if (event.position === crashAt) throw new Error('the process died before the checkpoint');
    if (type === 'closed') break;
  }
}

const any = { expectedVersion: 'any' } as const;
for (const order of ['1', '2', '3'])
  await store.append(`order/${order}`, [{ type: 'placed', data: { order } }], any);
const { position } = await store.append('bill/1', [{ type: 'sent', data: null }], any);
await relay(position - 1).catch((error: Error) => console.log(error.message));
await store.append('order/1', [{ type: 'closed', data: null }], any);
await relay(0);
await broker.close();
