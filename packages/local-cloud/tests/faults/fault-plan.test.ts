import { describe, expect, test } from 'vitest';
import { FaultPlan, parseFault } from '../../faults/fault-plan.ts';

describe('a fault plan', () => {
  test('does nothing by itself', () => {
    const plan = new FaultPlan();
    expect(plan.callFault('dynamodb', 'PutItem')).toBeUndefined();
    expect(plan.isDelivery('duplicate', 'jobs')).toBe(false);
    expect(plan.indexLagSeconds).toBe(0);
  });

  test('repeats itself with the same seed', () => {
    const runOnce = () => {
      const plan = new FaultPlan();
      plan.add({ kind: 'throttle', rate: 0.3 }, 42);
      return Array.from({ length: 200 }, () => plan.callFault('sqs', 'SendMessage') !== undefined);
    };
    const hits = runOnce();
    expect(hits).toEqual(runOnce());
    const count = hits.filter(Boolean).length;
    expect(count).toBeGreaterThan(30);
    expect(count).toBeLessThan(90);
  });

  test('hits what it names, as often as it says', () => {
    const plan = new FaultPlan();
    plan.add({ kind: 'throttle', rate: 1, service: 'dynamodb', operation: 'PutItem', count: 2 });
    const hits = ['GetItem', 'PutItem', 'PutItem', 'PutItem'].map(
      (name) => plan.callFault('dynamodb', name)?.kind,
    );
    expect(hits).toEqual([undefined, 'throttle', 'throttle', undefined]);
    expect(plan.callFault('sqs', 'PutItem')).toBeUndefined();
  });

  test('kills at the n-th call and not before', () => {
    const kills: number[] = [];
    let call = 0;
    const plan = new FaultPlan(() => kills.push(call));
    plan.add({ kind: 'crash_after', service: 'dynamodb', operation: 'PutItem', n: 3, when: 'after' });
    for (call = 1; call <= 5; call++) {
      plan.countCall('dynamodb', 'PutItem', 'before');
      plan.countCall('dynamodb', 'GetItem', 'after');
      plan.countCall('dynamodb', 'PutItem', 'after');
    }
    expect(kills).toEqual([3]);
  });

  test('takes a part of the outside world away until it is ended', () => {
    const plan = new FaultPlan();
    const outages = ['register', 'photos'];
    plan.add(parseFault({ kind: 'outage', of: 'register' }, outages));
    expect([plan.isOut('register'), plan.isOut('photos')]).toEqual([true, false]);
    plan.clear();
    expect(plan.isOut('register')).toBe(false);
    expect(() => parseFault({ kind: 'outage', of: 'moon' }, outages)).toThrow(
      'of must be one of register, photos',
    );
  });

  test('takes late webhooks and lost answers as they are typed', () => {
    expect(parseFault({ kind: 'late_webhook' })).toEqual({ kind: 'late_webhook', rate: 1, seconds: 60 });
    expect(parseFault({ kind: 'lost_answer', count: 1 })).toEqual({ kind: 'lost_answer', rate: 1, count: 1 });
  });

  test('is told in words what is wrong with a body', () => {
    expect(() => parseFault({ kind: 'flood' })).toThrow('kind must be one of');
    expect(() => parseFault({ kind: 'throttle', rate: 'often' })).toThrow('rate must be a number');
    expect(() => parseFault({ kind: 'crash_after', n: 1 })).toThrow('service and operation');
    expect(parseFault({ kind: 'crash_after', service: 's3', operation: 'PUT' })).toMatchObject({
      n: 1,
      when: 'after',
    });
  });
});
