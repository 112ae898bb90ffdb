export { TillgateActionEvent } from './action-event.ts';
export { TillgateCardEvent } from './card-event.ts';
export { TillgateChangeEvent } from './change-event.ts';
export { TillgateCompleteEvent } from './complete-event.ts';
export { TillgateErrorEvent } from './error-event.ts';
export { TillgateReadyEvent } from './ready-event.ts';
export { TillgateSubmitEvent } from './submit-event.ts';
