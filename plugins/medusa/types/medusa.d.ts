/**
 * What the plugin uses of Medusa, so that it compiles where Medusa is not installed. `test/shops/medusa` compiles the
 * plugin against the real types.
 */

declare module '@medusajs/framework/types' {
  export type BigNumberInput = number | string | { value: number | string } | { raw?: { value: number | string } };
  export type PaymentSessionStatus =
    'authorized' | 'captured' | 'pending' | 'requires_more' | 'error' | 'canceled' | 'pending_authorization';

  interface ProviderInput {
    data?: Record<string, unknown>;
    context?: {
      customer?: { id: string; email: string; first_name?: string | null; last_name?: string | null };
      idempotency_key?: string;
    };
  }
  interface ProviderOutput {
    data?: Record<string, unknown>;
  }
  export interface InitiatePaymentInput extends ProviderInput {
    amount: BigNumberInput;
    currency_code: string;
  }
  export interface InitiatePaymentOutput extends ProviderOutput {
    id: string;
    status?: PaymentSessionStatus;
  }
  export interface UpdatePaymentInput extends ProviderInput {
    amount: BigNumberInput;
    currency_code: string;
  }
  export interface UpdatePaymentOutput extends ProviderOutput {
    status?: PaymentSessionStatus;
  }
  export type DeletePaymentInput = ProviderInput;
  export type DeletePaymentOutput = ProviderOutput;
  export type AuthorizePaymentInput = ProviderInput;
  export interface AuthorizePaymentOutput extends ProviderOutput {
    status: PaymentSessionStatus;
  }
  export type CapturePaymentInput = ProviderInput;
  export type CapturePaymentOutput = ProviderOutput;
  export type CancelPaymentInput = ProviderInput;
  export type CancelPaymentOutput = ProviderOutput;
  export interface RefundPaymentInput extends ProviderInput {
    amount: BigNumberInput;
  }
  export type RefundPaymentOutput = ProviderOutput;
  export type RetrievePaymentInput = ProviderInput;
  export type RetrievePaymentOutput = ProviderOutput;
  export type GetPaymentStatusInput = ProviderInput;
  export interface GetPaymentStatusOutput extends ProviderOutput {
    status: PaymentSessionStatus;
  }
  export interface ProviderWebhookPayload {
    payload: { data: Record<string, unknown>; rawData: string | Buffer; headers: Record<string, unknown> };
  }
  export interface WebhookActionResult {
    action: 'authorized' | 'captured' | 'not_supported';
    data?: { session_id: string; amount: number };
  }

  export interface MedusaContainer {
    resolve<T>(key: string): T;
  }
  export interface ConfigModule {
    modules?: Record<string, unknown>;
  }
  export interface Logger {
    warn(message: string): void;
    error(message: string, error?: Error): void;
  }
  export type RemoteQueryFunction = {
    graph(question: { entity: string; fields: string[]; filters: object }): Promise<{ data: unknown[] }>;
  };
  export interface ILockingModule {
    execute<T>(key: string, job: () => Promise<T>, args: { timeout: number }): Promise<T>;
  }
  export interface IPaymentModuleService {
    cancelPayment(id: string): Promise<unknown>;
    deletePaymentSession(id: string): Promise<void>;
  }
  export interface INotificationModuleService {
    listNotifications(filters: object): Promise<unknown[]>;
    createNotifications(notification: {
      to: string;
      channel: string;
      template: string;
      idempotency_key: string;
      data: Record<string, unknown>;
    }): Promise<unknown>;
  }
  export interface IEventBusModuleService {
    emit(event: { name: string; data: Record<string, unknown> }): Promise<void>;
  }
  export interface IWorkflowEngineService {
    run(
      id: string,
      options: { input: unknown; throwOnError?: boolean },
    ): Promise<{ errors: { error: unknown }[]; transaction: object }>;
  }
}

declare module '@medusajs/framework/http' {
  import type { MedusaContainer } from '@medusajs/framework/types';

  export interface MedusaRequest {
    scope: MedusaContainer;
    rawBody?: unknown;
    headers: Record<string, string | string[] | undefined>;
  }
  export interface MedusaResponse {
    sendStatus(status: number): MedusaResponse;
  }
}

declare module '@medusajs/framework/utils' {
  export const ContainerRegistrationKeys: { LOGGER: 'logger'; QUERY: 'query'; CONFIG_MODULE: 'configModule' };
  export const Modules: {
    PAYMENT: 'payment';
    LOCKING: 'locking';
    NOTIFICATION: 'notification';
    EVENT_BUS: 'event_bus';
    WORKFLOW_ENGINE: 'workflows';
  };
  export class MedusaError extends Error {
    constructor(type: string, message: string);
  }
  export abstract class AbstractPaymentProvider<TConfig = Record<string, unknown>> {
    static identifier: string;
    static validateOptions(options: Record<string, unknown>): void;
    constructor(cradle: Record<string, unknown>, config?: TConfig);
  }
  export function ModuleProvider(
    module: string,
    parts: { services: unknown[] },
  ): { module: string; services: unknown[] };
}
