import { ProxyTracerProvider, trace } from '@opentelemetry/api';

const PACKAGES = [
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
];

/** Sends what is left, and stops. */
export type StopTracing = () => Promise<void>;

/**
 * Sends traces where the standard variables of OpenTelemetry say so (`OTEL_EXPORTER_OTLP_ENDPOINT` and those beside it),
 * as OTLP in JSON over HTTP. The packages that do so are optional: where they are not installed, one line says it, and
 * everything works without traces. A program that brought an SDK of its own keeps it.
 */
export async function startTracing(
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<StopTracing | undefined> {
  const name = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].find(
    (candidate) => (environment[candidate] ?? '') !== '',
  );
  const isOff = environment['OTEL_SDK_DISABLED'] === 'true' || environment['OTEL_TRACES_EXPORTER'] === 'none';
  if (name === undefined || isOff || hasProvider()) return undefined;
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    print(`no traces: ${name} is set, but these are not installed: ${PACKAGES.join(' ')}`);
    return undefined;
  }
}

async function start(): Promise<StopTracing> {
  const [sdk, { OTLPTraceExporter }, { defaultResource, detectResources, envDetector, resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const provider = new sdk.NodeTracerProvider({
    // The variables win over our name.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'tillgate' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return () => provider.shutdown();
}

/** Whether a program that loads this one has registered an SDK already. */
function hasProvider(): boolean {
  const current = trace.getTracerProvider();
  return !(current instanceof ProxyTracerProvider) || current.getDelegate() !== new ProxyTracerProvider().getDelegate();
}
