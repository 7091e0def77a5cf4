import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import { CompiledSchemas } from './compiled-schemas.ts';

const buildCompiler = SerializerSelector();
const serializers = new CompiledSchemas<SerializerSelector.Serializer>();

/** The framework's own compiler of response schemas, but equal schemas are compiled once. */
export const buildSerializerCompiler: SerializerSelector.SerializerFactory = (shared, options) => {
  const compile = buildCompiler(shared, options);
  return (route) => {
    const serialize = serializers.defer(
      route.schema,
      () => shared,
      () => compile(route),
    );
    return (body) => serialize()(body);
  };
};
