import { CHALLENGE_TIMEOUTS, WAITING_SCREEN_DELAYS, REDIRECT_TIMEOUTS } from '../../widget/testing/index.ts';
import {
  CARD_METHOD,
  createChallengeOutcome,
  createPaymentCodeOutcome,
  createRedirectMethod,
  createRedirectOutcome,
  respondWithOutcome,
  type Story,
} from './story.ts';

const SIZES = ['01', '02', '03', '04', '05'] as const;
const PIX = createRedirectMethod('pix', 'Pix', { presents: 'qr' });
const QR = '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865405 24.00';

/** Runs an action with a shortened timeout. */
async function withShortTimeout<Name extends string>(
  patience: Record<Name, number>,
  name: Name,
  act: () => Promise<void>,
  wait = 50,
): Promise<void> {
  const usual = patience[name];
  patience[name] = wait;
  await act();
  patience[name] = usual;
}

/** Loading, challenge, redirect, code and result states. */
export const OUTCOME_STORIES: readonly Story[] = [
  {
    id: 'load/skeleton',
    title: 'Loading',
    prepare: (companion) => {
      companion.sessionAnswer = new Promise(() => undefined);
    },
  },
  { id: 'load/failed', title: 'Not loaded', prepare: (companion) => (companion.sessionAnswer = 'lost') },
  {
    id: 'load/expired',
    title: 'Expired',
    prepare: (companion) => (companion.sessionAnswer = 'session_expired'),
  },
  ...SIZES.map((size): Story => ({
    id: `challenge/${size}`,
    title: `Challenge, window ${size}`,
    prepare: (companion) => companion.answers.push(createChallengeOutcome(size)),
    play: async ({ fillCard, pay, find }) => {
      await fillCard();
      await pay();
      await find('dialog[open]');
    },
  })),
  ...(
    [
      ['slow', '.help button'],
      ['longest', '.late button'],
    ] as const
  ).map(([patience, sign]): Story => ({
    id: `challenge/${patience === 'slow' ? 'slow' : 'late'}`,
    title: patience === 'slow' ? 'Challenge, slow' : 'Challenge, timed out',
    prepare: (companion) => companion.answers.push(createChallengeOutcome('03')),
    play: async ({ fillCard, pay, find }) => {
      await fillCard();
      await withShortTimeout(CHALLENGE_TIMEOUTS, patience, async () => {
        await pay();
        await find(sign);
      });
    },
  })),
  ...(
    [
      ['leaving', '#result-title', REDIRECT_TIMEOUTS.stuck],
      ['stuck', '.actions button', 50],
    ] as const
  ).map(([name, sign, wait]): Story => ({
    id: `action/${name}`,
    title: name === 'stuck' ? 'Redirect to a bank blocked' : 'Redirect to a bank',
    view: { methods: [createRedirectMethod('online_banking', null)] },
    prepare: (companion) => companion.answers.push(createRedirectOutcome()),
    play: async ({ element, pay, find }) => {
      element.navigate = () => undefined;
      await withShortTimeout(
        REDIRECT_TIMEOUTS,
        'stuck',
        async () => {
          await pay();
          await find(sign);
        },
        wait,
      );
    },
  })),
  {
    id: 'action/waiting',
    title: 'Returned without a result',
    prepare: respondWithOutcome({ ...createChallengeOutcome('03') }),
  },
  {
    id: 'action/redirect-notice',
    title: 'Before a redirect to a bank',
    view: { methods: [createRedirectMethod('online_banking', null)] },
  },
  {
    id: 'code/qr',
    title: 'QR code',
    view: { methods: [PIX] },
    prepare: respondWithOutcome(createPaymentCodeOutcome(QR, 'qr', 30)),
  },
  {
    id: 'code/voucher',
    title: 'Voucher',
    view: { methods: [createRedirectMethod('boleto', 'Boleto', { presents: 'voucher' })] },
    prepare: respondWithOutcome(
      createPaymentCodeOutcome('34191790010104351004791020150008291070026000', 'voucher', 4_320),
    ),
  },
  {
    id: 'code/expired',
    title: 'Expired QR code',
    view: { methods: [PIX] },
    prepare: respondWithOutcome(createPaymentCodeOutcome(QR, 'qr', -1)),
    play: async ({ find }) => {
      await find('.result.ended');
    },
  },
  { id: 'after/checking', title: 'Checking', prepare: respondWithOutcome({ status: 'unknown', payment_id: 'pay_1' }) },
  {
    id: 'after/pending',
    title: 'Pending, can be abandoned',
    prepare: respondWithOutcome({ status: 'pending', payment_id: 'pay_1', abandonable: true }),
  },
  {
    id: 'after/long',
    title: 'Checking takes long',
    prepare: (companion) => {
      respondWithOutcome({ status: 'pending', payment_id: 'pay_1' })(companion);
      WAITING_SCREEN_DELAYS.long = 50;
    },
    play: async ({ find }) => {
      await find('.result.waiting');
      WAITING_SCREEN_DELAYS.long = 10_000;
    },
  },
  {
    id: 'after/review',
    title: 'In review',
    prepare: respondWithOutcome({ status: 'pending', payment_id: 'pay_1', in_review: true }),
  },
  { id: 'after/paid', title: 'Paid', prepare: respondWithOutcome({ status: 'paid', payment_id: 'pay_1' }) },
  {
    id: 'after/refused',
    title: 'Declined, not retryable',
    view: { methods: [CARD_METHOD] },
    prepare: respondWithOutcome({
      status: 'declined',
      payment_id: 'pay_1',
      decline: { code: 'declined', retryable: false },
    }),
  },
  {
    id: 'after/expired',
    title: 'Expired after an attempt',
    prepare: respondWithOutcome({ status: 'expired', payment_id: null }),
  },
];
