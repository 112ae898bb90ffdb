import { CHALLENGE_PATIENCE, REDIRECT_PATIENCE } from '../../widget/testing/index.ts';
import { CARD, challenge, code, method, redirect, says, type Story } from './story.ts';

const SIZES = ['01', '02', '03', '04', '05'] as const;
const PIX = method('pix', 'Pix', { presents: 'qr' });
const QR = '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865405 24.00';

/** Does something while a patience is short, so that what comes after it need not be waited for. */
async function hurried<Name extends string>(
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

/** What follows the pay button, and what stands there before the form. */
export const AFTER_STORIES: readonly Story[] = [
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
    prepare: (companion) => companion.answers.push(challenge(size)),
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
    title: patience === 'slow' ? 'Challenge, slow to come' : 'Challenge, given up',
    prepare: (companion) => companion.answers.push(challenge('03')),
    play: async ({ fillCard, pay, find }) => {
      await fillCard();
      await hurried(CHALLENGE_PATIENCE, patience, async () => {
        await pay();
        await find(sign);
      });
    },
  })),
  ...(
    [
      ['leaving', '#result-title', REDIRECT_PATIENCE.stuck],
      ['stuck', '.actions button', 50],
    ] as const
  ).map(([name, sign, wait]): Story => ({
    id: `action/${name}`,
    title: name === 'stuck' ? 'Kept from leaving for a bank' : 'Leaving for a bank',
    view: { methods: [method('online_banking', 'Online banking')] },
    prepare: (companion) => companion.answers.push(redirect()),
    play: async ({ element, pay, find }) => {
      element.leave = () => undefined;
      await hurried(
        REDIRECT_PATIENCE,
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
    title: 'Came back unfinished',
    prepare: says({ ...challenge('03') }),
  },
  {
    id: 'action/redirect-notice',
    title: 'Before leaving for a bank',
    view: { methods: [method('online_banking', 'Online banking')] },
  },
  { id: 'code/qr', title: 'A code to scan', view: { methods: [PIX] }, prepare: says(code(QR, 'qr', 30)) },
  {
    id: 'code/voucher',
    title: 'A voucher',
    view: { methods: [method('boleto', 'Boleto', { presents: 'voucher' })] },
    prepare: says(code('34191790010104351004791020150008291070026000', 'voucher', 4_320)),
  },
  {
    id: 'code/expired',
    title: 'A code whose time is over',
    view: { methods: [PIX] },
    prepare: says(code(QR, 'qr', -1)),
    play: async ({ find }) => {
      await find('.code.expired');
    },
  },
  { id: 'after/checking', title: 'Checking', prepare: says({ status: 'unknown', payment_id: 'pay_1' }) },
  {
    id: 'after/pending',
    title: 'Pending, may be let go',
    prepare: says({ status: 'pending', payment_id: 'pay_1', abandonable: true }),
  },
  { id: 'after/paid', title: 'Paid', prepare: says({ status: 'paid', payment_id: 'pay_1' }) },
  {
    id: 'after/refused',
    title: 'Refused for good',
    view: { methods: [CARD] },
    prepare: says({ status: 'declined', payment_id: 'pay_1', decline: { code: 'declined', retryable: false } }),
  },
  { id: 'after/expired', title: 'Expired after a try', prepare: says({ status: 'expired', payment_id: null }) },
];
