// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type {
  GatewayResponseFields,
  IssuingOrPayoutResponseBody,
  IssuingRequestFields,
} from '../../../shared/contract/merchant/operations.ts';
import type { CompanyBalance } from '../../../shared/interface/issuing/account.ts';
import type { Cardholder } from '../../../shared/interface/issuing/cardholders.ts';
import type { CardOperationRecord } from '../../../shared/interface/issuing/cards.ts';
import type { UndocumentedFields } from '../../../shared/interface/undocumented-operations.ts';
import type { ApiCallDefinition, CallOptions, WriteOptions } from '../call.ts';

export type {
  GatewayResponseFields,
  IssuingOrPayoutResponseBody,
  IssuingRequestFields,
} from '../../../shared/contract/merchant/operations.ts';
export type { CompanyBalance } from '../../../shared/interface/issuing/account.ts';
export type { Cardholder } from '../../../shared/interface/issuing/cardholders.ts';
export type { CardOperationRecord } from '../../../shared/interface/issuing/cards.ts';
export type { UndocumentedFields } from '../../../shared/interface/undocumented-operations.ts';

export interface CreateCardRequest {
  card_bin_id: number;
  cardholder_id?: string | undefined;
  recharge_amount?: number | undefined;
  card_alias?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  enable_multi_use?: boolean | undefined;
  card_type?: string | undefined;
  group_id?: string | undefined;
  request_id?: string | undefined;
}

export interface CreateGroupRequest {
  group_name: string;
  currency?: string | undefined;
  recharge_amount?: number | undefined;
  country_code?: string | undefined;
  rule_id?: string | undefined;
  bin_channel_code?: string | undefined;
  bin_list?: string[] | undefined;
  request_id?: string | undefined;
}

export interface RechargeGroupRequest {
  recharge_amount: number;
  request_id?: string | undefined;
}

export interface UpdateGroupStatusRequest {
  status: 'Active' | 'Inactive';
  request_id?: string | undefined;
}

export interface QueryCardholderRequest {
  cardholder_id?: string | undefined;
  email?: string | undefined;
}

export interface DeleteCardholderRequest {
  request_id?: string | undefined;
}

export interface QueryCardOperationRequest {
  order_id?: string | undefined;
  request_id?: string | undefined;
}

/** `tillgate.issuing` */
export interface IssuingApi {
  /**
   * Create a virtual card.
   *
   * Only this response contains card_number and cvv: they are not stored, and a repetition of the call does not
   * contain them. A create whose response is lost is queried and never sent again.
   *
   * `POST /v1/issuing/cards`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.createCard({ card_bin_id: 806, recharge_amount: 100, group_id: '...' });
   */
  createCard(body: CreateCardRequest, options?: WriteOptions): Promise<IssuingOrPayoutResponseBody>;
  /**
   * A card’s details.
   *
   * `POST /v1/issuing/cards/{card_id}/query`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_no_answer`, `gateway_misconfigured`,
   * `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.queryCard(cardId);
   */
  queryCard(cardId: string, body?: UndocumentedFields, options?: CallOptions): Promise<GatewayResponseFields>;
  /**
   * What a card was used for.
   *
   * `POST /v1/issuing/cards/{card_id}/transactions`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_no_answer`, `gateway_misconfigured`,
   * `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.queryCardTransactions(cardId);
   */
  queryCardTransactions(
    cardId: string,
    body?: UndocumentedFields,
    options?: CallOptions,
  ): Promise<GatewayResponseFields>;
  /**
   * Recharge a card.
   *
   * `POST /v1/issuing/cards/{card_id}/recharge`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.rechargeCard(cardId);
   */
  rechargeCard(
    cardId: string,
    body?: IssuingRequestFields,
    options?: WriteOptions,
  ): Promise<IssuingOrPayoutResponseBody>;
  /**
   * Withdraw from a card.
   *
   * `POST /v1/issuing/cards/{card_id}/withdraw`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.withdrawFromCard(cardId);
   */
  withdrawFromCard(
    cardId: string,
    body?: IssuingRequestFields,
    options?: WriteOptions,
  ): Promise<IssuingOrPayoutResponseBody>;
  /**
   * Cancel a card permanently.
   *
   * `POST /v1/issuing/cards/{card_id}/cancel`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.cancelCard(cardId);
   */
  cancelCard(cardId: string, body?: IssuingRequestFields, options?: WriteOptions): Promise<IssuingOrPayoutResponseBody>;
  /**
   * Freeze or unfreeze a card.
   *
   * `POST /v1/issuing/cards/{card_id}/status`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.updateCardStatus(cardId);
   */
  updateCardStatus(
    cardId: string,
    body?: IssuingRequestFields,
    options?: WriteOptions,
  ): Promise<IssuingOrPayoutResponseBody>;
  /**
   * Set the limit of a shared card.
   *
   * `POST /v1/issuing/cards/{card_id}/limit`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.updateSharedCardLimit(cardId);
   */
  updateSharedCardLimit(
    cardId: string,
    body?: IssuingRequestFields,
    options?: WriteOptions,
  ): Promise<IssuingOrPayoutResponseBody>;
  /**
   * The number ranges that cards can be made in.
   *
   * `POST /v1/issuing/bins/query`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_no_answer`, `gateway_misconfigured`,
   * `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.queryCardBin();
   */
  queryCardBin(body?: UndocumentedFields, options?: CallOptions): Promise<GatewayResponseFields>;
  /**
   * Create a group.
   *
   * `POST /v1/issuing/groups`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.createGroup({ group_name: 'Marketing', recharge_amount: 100 });
   */
  createGroup(body: CreateGroupRequest, options?: WriteOptions): Promise<IssuingOrPayoutResponseBody>;
  /**
   * Recharge a group.
   *
   * `POST /v1/issuing/groups/{group_id}/recharge`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.rechargeGroup(groupId, { recharge_amount: 100 });
   */
  rechargeGroup(
    groupId: string,
    body: RechargeGroupRequest,
    options?: WriteOptions,
  ): Promise<IssuingOrPayoutResponseBody>;
  /**
   * Make a group Active or Inactive.
   *
   * `POST /v1/issuing/groups/{group_id}/status`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.updateGroupStatus(groupId, { status: 'Active' });
   */
  updateGroupStatus(
    groupId: string,
    body: UpdateGroupStatusRequest,
    options?: WriteOptions,
  ): Promise<IssuingOrPayoutResponseBody>;
  /**
   * A group’s details.
   *
   * `POST /v1/issuing/groups/{group_id}/query`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_no_answer`, `gateway_misconfigured`,
   * `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.queryGroup(groupId);
   */
  queryGroup(groupId: string, body?: UndocumentedFields, options?: CallOptions): Promise<GatewayResponseFields>;
  /**
   * Withdraw from a group.
   *
   * `POST /v1/issuing/groups/{group_id}/withdraw`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.withdrawFromGroup(groupId);
   */
  withdrawFromGroup(
    groupId: string,
    body?: IssuingRequestFields,
    options?: WriteOptions,
  ): Promise<IssuingOrPayoutResponseBody>;
  /**
   * Delete a group.
   *
   * `POST /v1/issuing/groups/{group_id}/delete`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.deleteGroup(groupId);
   */
  deleteGroup(
    groupId: string,
    body?: IssuingRequestFields,
    options?: WriteOptions,
  ): Promise<IssuingOrPayoutResponseBody>;
  /**
   * The rules that groups can follow.
   *
   * `POST /v1/issuing/rules/query`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_no_answer`, `gateway_misconfigured`,
   * `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.queryRule();
   */
  queryRule(body?: UndocumentedFields, options?: CallOptions): Promise<GatewayResponseFields>;
  /**
   * Create a cardholder.
   *
   * `POST /v1/issuing/cardholders`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.createCardholder();
   */
  createCardholder(body?: IssuingRequestFields, options?: WriteOptions): Promise<IssuingOrPayoutResponseBody>;
  /**
   * A cardholder, by id or by email.
   *
   * `POST /v1/issuing/cardholders/query`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_no_answer`, `gateway_misconfigured`,
   * `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.queryCardholder({ email: '...' });
   */
  queryCardholder(body?: QueryCardholderRequest, options?: CallOptions): Promise<Cardholder>;
  /**
   * Change a cardholder.
   *
   * `POST /v1/issuing/cardholders/{cardholder_id}/update`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.updateCardholder(cardholderId);
   */
  updateCardholder(
    cardholderId: string,
    body?: IssuingRequestFields,
    options?: WriteOptions,
  ): Promise<IssuingOrPayoutResponseBody>;
  /**
   * Delete a cardholder.
   *
   * `POST /v1/issuing/cardholders/{cardholder_id}/delete`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.deleteCardholder(cardholderId);
   */
  deleteCardholder(
    cardholderId: string,
    body?: DeleteCardholderRequest,
    options?: WriteOptions,
  ): Promise<IssuingOrPayoutResponseBody>;
  /**
   * What became of an operation on a card.
   *
   * `POST /v1/issuing/operations/query`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_no_answer`, `gateway_misconfigured`,
   * `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.queryCardOperation();
   */
  queryCardOperation(body?: QueryCardOperationRequest, options?: CallOptions): Promise<CardOperationRecord>;
  /**
   * The company’s balance.
   *
   * `POST /v1/issuing/balance`, scope `issue`.
   * @throws TillgateError `not_configured`, `gateway_refused`, `gateway_no_answer`, `gateway_misconfigured`,
   * `gateway_unreachable`, or a code of each call
   * @example
   * await tillgate.issuing.queryAccountBalance();
   */
  queryAccountBalance(options?: CallOptions): Promise<CompanyBalance>;
}

export const issuingEndpoints = {
  createCard: { method: 'POST', path: '/issuing/cards', input: 'body', isRead: false },
  queryCard: { method: 'POST', path: '/issuing/cards/:card_id/query', input: 'body', isRead: true },
  queryCardTransactions: { method: 'POST', path: '/issuing/cards/:card_id/transactions', input: 'body', isRead: true },
  rechargeCard: { method: 'POST', path: '/issuing/cards/:card_id/recharge', input: 'body', isRead: false },
  withdrawFromCard: { method: 'POST', path: '/issuing/cards/:card_id/withdraw', input: 'body', isRead: false },
  cancelCard: { method: 'POST', path: '/issuing/cards/:card_id/cancel', input: 'body', isRead: false },
  updateCardStatus: { method: 'POST', path: '/issuing/cards/:card_id/status', input: 'body', isRead: false },
  updateSharedCardLimit: { method: 'POST', path: '/issuing/cards/:card_id/limit', input: 'body', isRead: false },
  queryCardBin: { method: 'POST', path: '/issuing/bins/query', input: 'body', isRead: true },
  createGroup: { method: 'POST', path: '/issuing/groups', input: 'body', isRead: false },
  rechargeGroup: { method: 'POST', path: '/issuing/groups/:group_id/recharge', input: 'body', isRead: false },
  updateGroupStatus: { method: 'POST', path: '/issuing/groups/:group_id/status', input: 'body', isRead: false },
  queryGroup: { method: 'POST', path: '/issuing/groups/:group_id/query', input: 'body', isRead: true },
  withdrawFromGroup: { method: 'POST', path: '/issuing/groups/:group_id/withdraw', input: 'body', isRead: false },
  deleteGroup: { method: 'POST', path: '/issuing/groups/:group_id/delete', input: 'body', isRead: false },
  queryRule: { method: 'POST', path: '/issuing/rules/query', input: 'body', isRead: true },
  createCardholder: { method: 'POST', path: '/issuing/cardholders', input: 'body', isRead: false },
  queryCardholder: { method: 'POST', path: '/issuing/cardholders/query', input: 'body', isRead: true },
  updateCardholder: {
    method: 'POST',
    path: '/issuing/cardholders/:cardholder_id/update',
    input: 'body',
    isRead: false,
  },
  deleteCardholder: {
    method: 'POST',
    path: '/issuing/cardholders/:cardholder_id/delete',
    input: 'body',
    isRead: false,
  },
  queryCardOperation: { method: 'POST', path: '/issuing/operations/query', input: 'body', isRead: true },
  queryAccountBalance: { method: 'POST', path: '/issuing/balance', isRead: true },
} as const satisfies Record<keyof IssuingApi, ApiCallDefinition>;
