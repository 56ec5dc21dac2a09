import type { Killed } from './kills.js';
import { counter, gauge } from './series.js';
import type { Moment, Series } from './series.js';

const services = ['payments', 'baskets', 'sca', 'accounts', 'batch'] as const;
const apps = ['gateway', ...services] as const;
type App = (typeof apps)[number];

/** The service that the kill of a service ends. */
const killedService: App = 'accounts';

/** Until so many minutes after its return a system works off what waited. */
const catchUpMinutes = 2;

/** What a bank with this kill does at a moment. */
interface Bank {
  readonly moments: readonly Moment[];
  /** Whether the system is out at the moment. */
  readonly isOut: (killed: Killed, moment: Moment) => boolean;
  /** Whether the process of the app is away. */
  readonly isAway: (app: App, moment: Moment) => boolean;
}

/**
 * The series of a bank whose system is killed, as its processes would show them: 5 writes and 20 reads a second, and what
 * the code does without the system. A gauge that cannot be measured is absent (`measureRegularly`).
 */
export function bankSeries(killed: Killed, moments: readonly Moment[]): readonly Series[] {
  const isOut = (system: Killed, moment: Moment) => system === killed && moment.isOut;
  const isAway = (app: App, moment: Moment) => app === killedService && isOut('service', moment);
  const bank = { moments, isOut, isAway };
  return [
    ...processes(bank),
    ...checks(bank),
    ...requests(bank),
    ...pages(bank),
    ...consumers(bank),
    ...databases(bank),
    ...batch(bank),
    ...platform(bank),
  ];
}

const labelsOf = (app: App) => `job="nordgate", app="${app}", instance="${app}-1"`;

function processes({ isAway, moments }: Bank): Series[] {
  return apps.flatMap((app) => {
    const shown = (value: number) => (moment: Moment) => (isAway(app, moment) ? undefined : value);
    const labels = labelsOf(app);
    return [
      gauge(`up{${labels}}`, moments, (moment) => (isAway(app, moment) ? 0 : 1)),
      gauge(`process_start_time_seconds{${labels}}`, moments, shown(1)),
      gauge(`nodejs_eventloop_lag_p99_seconds{${labels}}`, moments, shown(0.02)),
    ];
  });
}

function checks({ isAway, isOut, moments }: Bank): Series[] {
  const check = (app: App, name: string, system: Killed, lateMinutes = 0) =>
    gauge(`nordgate_check_up{${labelsOf(app)}, check="${name}"}`, moments, (moment) => {
      if (isAway(app, moment)) return undefined;
      return isOut(system, moment) && moment.sinceKill >= lateMinutes ? 0 : 1;
    });
  return [
    ...apps.map((app) => check(app, 'brokers', 'brokers')),
    ...services.map((app) => check(app, `${app}-database`, 'database')),
    // It was asked again after half an hour, and has five minutes for an answer.
    check('batch', 'core', 'core', 35),
    check('sca', 'identity-provider', 'provider'),
  ];
}

/** A write needs brokers, PostgreSQL and the services; a read of accounts needs the last two. */
function requests({ isOut, moments }: Bank): Series[] {
  const isFailing = (moment: Moment, ...systems: readonly Killed[]) =>
    systems.some((system) => isOut(system, moment));
  const name = 'nordgate_http_request_duration_seconds';
  const route = (method: string, path: string, rate: number, systems: readonly Killed[]) => {
    const at = (status: string, rateAt: (moment: Moment) => number) => {
      const labels = `${labelsOf('gateway')}, http_request_method="${method}", http_route="${path}", http_response_status_code="${status}"`;
      return [
        counter(`${name}_count{${labels}}`, moments, rateAt),
        counter(`${name}_bucket{${labels}, le="0.3"}`, moments, rateAt),
      ];
    };
    return [
      ...at('200', (moment) => (isFailing(moment, ...systems) ? 0 : rate)),
      ...at('503', (moment) => (isFailing(moment, ...systems) ? rate : 0)),
    ];
  };
  return [
    ...route('POST', '/v1/payments/:product', 5, ['brokers', 'database', 'service']),
    ...route('GET', '/v1/accounts', 20, ['database', 'service']),
    counter(
      `nordgate_gateway_turned_away_total{${labelsOf('gateway')}, nordgate_cause="command-lag"}`,
      moments,
      (moment) => (isFailing(moment, 'brokers', 'database') ? 2 : 0),
    ),
    gauge(`nordgate_stop_list_age_seconds{${labelsOf('gateway')}}`, moments, (moment) =>
      isFailing(moment, 'database', 'service') ? moment.sinceKill * 60 : 10,
    ),
  ];
}

function pages({ isOut, moments }: Bank): Series[] {
  const name = 'nordgate_page_duration_seconds';
  const fails = (moment: Moment) =>
    (['brokers', 'database', 'provider', 'service'] as const).some((one) => isOut(one, moment));
  const at = (status: string, rateAt: (moment: Moment) => number) => {
    const labels = `${labelsOf('sca')}, http_request_method="POST", http_route="/sign/:token", http_response_status_code="${status}"`;
    return [
      counter(`${name}_count{${labels}}`, moments, rateAt),
      counter(`${name}_bucket{${labels}, le="0.5"}`, moments, rateAt),
    ];
  };
  return [
    ...at('200', (moment) => (fails(moment) ? 0 : 1)),
    ...at('503', (moment) => (fails(moment) ? 1 : 0)),
  ];
}

function consumers({ isAway, isOut, moments }: Bank): Series[] {
  return services.flatMap((app) => {
    const group = `${labelsOf(app)}, messaging_consumer_group_name="${app}.commands"`;
    const lag = `${group}, messaging_destination_name="${app}.commands.v1"`;
    const isStill = (moment: Moment) => isOut('brokers', moment) || isOut('database', moment);
    const cannotTell = (moment: Moment) => isAway(app, moment) || isOut('brokers', moment);
    const waiting = (moment: Moment) => {
      if (cannotTell(moment)) return undefined;
      if (isOut('database', moment)) return moment.sinceKill * 60;
      const isBehind = moment.sinceBack >= 0 && moment.sinceBack < catchUpMinutes;
      return isBehind && isWaitedFor(app, moment) ? moment.sinceKill * 60 : 0;
    };
    // Only a kill that stops this app leaves it something to work off.
    const isWaitedFor = (one: App, moment: Moment) =>
      ['brokers', 'database'].some((system) => wasOut(system as Killed, moment)) ||
      (one === killedService && wasOut('service', moment));
    const wasOut = (system: Killed, { sinceBack }: Moment) =>
      sinceBack >= 0 && isOut(system, { sinceKill: 0, sinceBack: -1, isOut: true });
    const rate = (perSecond: number) => (moment: Moment) => {
      if (isAway(app, moment)) return undefined;
      return isStill(moment) ? 0 : perSecond;
    };
    const errors = (moment: Moment) => {
      if (isAway(app, moment)) return undefined;
      return isStill(moment) ? 1 : 0;
    };
    return [
      gauge(`nordgate_consumer_lag_seconds{${lag}}`, moments, waiting),
      gauge(`nordgate_consumer_lag_messages{${lag}}`, moments, waiting),
      counter(`nordgate_slice_commands_count{${group}}`, moments, rate(2)),
      counter(`nordgate_consumer_errors_total{${group}}`, moments, errors),
      counter(`nordgate_rebalances_total{${group}}`, moments, (moment) => {
        if (isAway(app, moment)) return undefined;
        return moment.sinceBack >= 0 && moment.sinceBack < 0.5 ? 1 / 30 : 0;
      }),
      gauge(
        `nordgate_unpublished_event_age_seconds{${labelsOf(app)}, messaging_destination_name="${app}.events.v1"}`,
        moments,
        (moment) => {
          if (isAway(app, moment) || isOut('database', moment)) return undefined;
          return isOut('brokers', moment) ? moment.sinceKill * 60 : 0;
        },
      ),
    ];
  });
}

function databases({ isAway, isOut, moments }: Bank): Series[] {
  return services.flatMap((app) => {
    const labels = `${labelsOf(app)}, nordgate_app="${app}"`;
    const isDown = (moment: Moment) => isOut('database', moment);
    const unlessAway = (valueAt: (moment: Moment) => number | undefined) => (moment: Moment) =>
      isAway(app, moment) ? undefined : valueAt(moment);
    const query = (outcome: string, rateAt: (moment: Moment) => number) =>
      counter(
        `nordgate_query_duration_seconds_count{${labels}, nordgate_message_type="GetIt", nordgate_outcome="${outcome}"}`,
        moments,
        unlessAway(rateAt),
      );
    return [
      query('ok', (moment) => (isDown(moment) ? 0 : 3)),
      query('unavailable', (moment) => (isDown(moment) ? 3 : 0)),
      gauge(
        `nordgate_pool_connections{${labels}, nordgate_pool_state="waiting"}`,
        moments,
        unlessAway((moment) => (isDown(moment) ? 5 : 0)),
      ),
      gauge(
        `nordgate_parked_depth{${labelsOf(app)}, messaging_consumer_group_name="${app}.commands"}`,
        moments,
        unlessAway((moment) => (isDown(moment) ? undefined : 0)),
      ),
    ];
  });
}

/** A slot begins with the kill; the core does not answer for the transfers of a run. */
function batch({ isOut, moments }: Bank): Series[] {
  const labels = labelsOf('batch');
  const isUnknown = (moment: Moment) => isOut('database', moment);
  const shown = (valueAt: (moment: Moment) => number) => (moment: Moment) =>
    isUnknown(moment) ? undefined : valueAt(moment);
  const seconds = ({ sinceKill }: Moment) => sinceKill * 60;
  return [
    gauge(
      `nordgate_batch_slot_delay_seconds{${labels}}`,
      moments,
      shown((moment) => {
        if (isOut('brokers', moment)) return seconds(moment);
        return isOut('core', moment) && moment.sinceKill > 45 ? seconds(moment) - 45 * 60 : 0;
      }),
    ),
    gauge(
      `nordgate_batch_open_run_age_seconds{${labels}}`,
      moments,
      shown((moment) => (isOut('core', moment) ? seconds(moment) : 0)),
    ),
    gauge(
      `nordgate_batch_run_in_progress{${labels}}`,
      moments,
      shown((moment) => (isOut('core', moment) ? 40 : 0)),
    ),
    gauge(
      `nordgate_batch_overdue_transfers{${labels}}`,
      moments,
      shown((moment) => (isOut('core', moment) && moment.sinceKill >= 30 ? 40 : 0)),
    ),
  ];
}

function platform({ isOut, moments }: Bank): Series[] {
  const target = (job: string, pod: string, system: Killed) =>
    gauge(`up{job="${job}", pod="${pod}"}`, moments, (moment) => (isOut(system, moment) ? 0 : 1));
  return [
    target('nordgate-kafka', 'nordgate-kafka-0', 'brokers'),
    target('nordgate-databases', 'payments-db-1', 'database'),
    gauge('up{job="collector", instance="collector-1"}', moments, () => 1),
  ];
}
