package dev.stampede.matchmaking.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.stampede.openmatch.CreateTicketRequest;
import dev.stampede.openmatch.Ticket;
import dev.stampede.testkit.Eventually;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests all that surrounds the calls: health, reflection, bounds, the port, the stop. */
final class GrpcServerTest {

  private static final String FRONTEND = "openmatch.FrontendService";

  private static final io.grpc.MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse>
      OLDER_REFLECTION =
          ServerReflectionGrpc.getServerReflectionInfoMethod().toBuilder()
              .setFullMethodName("grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo")
              .build();

  private static MatchServer server;
  private static ManagedChannel channel;

  @BeforeAll
  static void start() {
    server = MatchServer.start();
    channel = server.channel();
  }

  @AfterAll
  static void stop() throws Exception {
    channel.shutdownNow();
    server.close();
  }

  @Test
  void theHealthServiceSaysWhetherTicketsCanBeReached() {
    server.server().serving(true);
    assertThat(health("")).isEqualTo(ServingStatus.SERVING);
    assertThat(health(FRONTEND)).isEqualTo(ServingStatus.SERVING);

    server.server().serving(false);

    assertThat(health("")).isEqualTo(ServingStatus.NOT_SERVING);
    assertThat(health(FRONTEND)).isEqualTo(ServingStatus.NOT_SERVING);
  }

  /** As grpcurl does it: nothing of ours is compiled in. */
  @Test
  void aClientThatKnowsNothingLearnsTheServiceByReflectionAndCallsIt() throws Exception {
    assertThat(
            reflect(ServerReflectionRequest.newBuilder().setListServices("").build())
                .getListServicesResponse()
                .getServiceList())
        .extracting(ServiceResponse::getName)
        .contains(FRONTEND, "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection");
    Map<String, FileDescriptorProto> files = new HashMap<>();
    FileDescriptor file = learn(symbolFile(), files);
    ServiceDescriptor service = file.findServiceByName("FrontendService");
    MethodDescriptor create = service.findMethodByName("CreateTicket");
    DynamicMessage request =
        DynamicMessage.parseFrom(
            create.getInputType(),
            CreateTicketRequest.newBuilder()
                .setTicket(Ticket.getDefaultInstance())
                .build()
                .toByteString());

    DynamicMessage ticket = call(create, request);

    assertThat(ticket.getField(create.getOutputType().findFieldByName("id")).toString())
        .isNotEmpty();
  }

  /** The messages are the same, the name of the service is not. */
  @Test
  void aToolThatKnowsOnlyTheOlderReflectionLearnsTheSame() throws Exception {
    ServerReflectionRequest list = ServerReflectionRequest.newBuilder().setListServices("").build();
    ServerReflectionRequest symbol =
        ServerReflectionRequest.newBuilder().setFileContainingSymbol(FRONTEND).build();

    assertThat(reflect(OLDER_REFLECTION, list).getListServicesResponse())
        .isEqualTo(reflect(list).getListServicesResponse());
    assertThat(reflect(OLDER_REFLECTION, symbol).getFileDescriptorResponse())
        .isEqualTo(reflect(symbol).getFileDescriptorResponse());
  }

  private static FileDescriptorProto symbolFile() throws Exception {
    return FileDescriptorProto.parseFrom(
        reflect(ServerReflectionRequest.newBuilder().setFileContainingSymbol(FRONTEND).build())
            .getFileDescriptorResponse()
            .getFileDescriptorProto(0));
  }

  private static FileDescriptor learn(
      FileDescriptorProto proto, Map<String, FileDescriptorProto> known) throws Exception {
    List<FileDescriptor> imports = new ArrayList<>();
    for (String name : proto.getDependencyList()) {
      if (!known.containsKey(name)) {
        known.put(
            name,
            FileDescriptorProto.parseFrom(
                reflect(ServerReflectionRequest.newBuilder().setFileByFilename(name).build())
                    .getFileDescriptorResponse()
                    .getFileDescriptorProto(0)));
      }
      imports.add(learn(known.get(name), known));
    }
    return FileDescriptor.buildFrom(proto, imports.toArray(FileDescriptor[]::new));
  }

  private static DynamicMessage call(MethodDescriptor method, DynamicMessage request) {
    return ClientCalls.blockingUnaryCall(
        channel,
        io.grpc.MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
            .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(
                io.grpc.MethodDescriptor.generateFullMethodName(
                    method.getService().getFullName(), method.getName()))
            .setRequestMarshaller(
                ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(method.getInputType())))
            .setResponseMarshaller(
                ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(method.getOutputType())))
            .build(),
        CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.SECONDS),
        request);
  }

  private static ServerReflectionResponse reflect(ServerReflectionRequest request)
      throws Exception {
    return reflect(ServerReflectionGrpc.getServerReflectionInfoMethod(), request);
  }

  private static ServerReflectionResponse reflect(
      io.grpc.MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> reflection,
      ServerReflectionRequest request)
      throws Exception {
    CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> requests =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(reflection, CallOptions.DEFAULT),
            new StreamObserver<>() {
              @Override
              public void onNext(ServerReflectionResponse response) {
                answer.complete(response);
              }

              @Override
              public void onError(Throwable why) {
                answer.completeExceptionally(why);
              }

              @Override
              public void onCompleted() {
                answer.completeExceptionally(new AssertionError("no answer"));
              }
            });
    requests.onNext(request);
    ServerReflectionResponse response = answer.get(20, TimeUnit.SECONDS);
    requests.onCompleted();
    return response;
  }

  @Test
  void theServerRefusesBytesThatAreNoMessageAndServesTheNextCall() {
    var _ = server.create();
    io.grpc.MethodDescriptor<byte[], byte[]> raw =
        io.grpc.MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(FRONTEND + "/CreateTicket")
            .setRequestMarshaller(new Raw())
            .setResponseMarshaller(new Raw())
            .build();

    StatusRuntimeException refused =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                ClientCalls.blockingUnaryCall(
                    channel,
                    raw,
                    CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.SECONDS),
                    new byte[] {10, 127, 1, 2}));

    assertThat(refused.getStatus().getCode()).isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(String.valueOf(refused.getStatus().getDescription()))
        .doesNotContain("at dev.stampede", "Exception");
    assertThat(server.create().getId()).isNotEmpty();
  }

  /** Bytes as they are. */
  private static final class Raw implements io.grpc.MethodDescriptor.Marshaller<byte[]> {

    @Override
    public java.io.InputStream stream(byte[] value) {
      return new java.io.ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(java.io.InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  @Test
  void moreCallsThanThereMayBeAreRefusedWithTheLimit() throws Exception {
    GrpcSettings one = new GrpcSettings("127.0.0.1", 0, Duration.ofSeconds(5), 1, 10, false);
    try (MatchServer small = MatchServer.with(one)) {
      var _ = small.create();
      small.wire().freeze();
      List<CompletableFuture<Status>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        all.add(CompletableFuture.supplyAsync(() -> outcome(small), Thread::startVirtualThread));
      }

      Status refused =
          Eventually.within(MatchServer.PATIENCE)
              .until(
                  "one is refused",
                  () ->
                      all.stream()
                          .map(call -> call.getNow(Status.OK))
                          .filter(status -> status.getCode() == Code.RESOURCE_EXHAUSTED)
                          .findFirst()
                          .orElse(Status.OK),
                  status -> !status.isOk());

      assertThat(refused.getDescription()).contains("1 calls are running on this server");
      small.wire().thaw();
      Eventually.within(MatchServer.PATIENCE)
          .until("there is room again", () -> outcome(small).isOk());
    }
  }

  private static Status outcome(MatchServer server) {
    try {
      var _ = server.create();
      return Status.OK;
    } catch (StatusRuntimeException refused) {
      return refused.getStatus();
    }
  }

  @Test
  void aTakenPortIsNamedWithTheSettingThatMovesUs() {
    GrpcSettings same =
        new GrpcSettings("127.0.0.1", server.server().port(), Duration.ofSeconds(1));
    try (GrpcServer second =
        new GrpcServer(
            same, new TicketCalls(server.store().tickets()), new SimpleMeterRegistry())) {
      assertThatThrownBy(second::start)
          .isInstanceOf(GrpcServerException.class)
          .hasMessage(
              "port %d on 127.0.0.1 is taken; set STAMPEDE_GRPC_PORT to a free one",
              server.server().port());
    }
  }

  @Test
  void aTakenPortThatNobodyNamedIsLeftForAnyOther() {
    GrpcSettings usual =
        new GrpcSettings("127.0.0.1", server.server().port(), Duration.ofSeconds(1));
    try (GrpcServer second =
        new GrpcServer(
            usual.orAnyOtherPort(),
            new TicketCalls(server.store().tickets()),
            new SimpleMeterRegistry())) {
      second.start();

      assertThat(second.port()).isPositive().isNotEqualTo(server.server().port());
    }
  }

  @Test
  void aStopLetsACallFinishAndTakesNoOther() {
    // A call waits a second for Redis: where the rest took longer, another server is stopped.
    Eventually.within(Duration.ofMinutes(1))
        .until(
            "a call finishes after the stop",
            () -> {
              stopDuringACall();
              return true;
            });
  }

  private static void stopDuringACall() throws Exception {
    try (MatchServer stopping = MatchServer.start()) {
      var _ = stopping.create();
      Eventually.within(MatchServer.PATIENCE)
          .until("it is over here too", () -> stopping.server().calls() == 0);
      stopping.wire().freeze();
      CompletableFuture<Ticket> last = CompletableFuture.supplyAsync(stopping::create);
      Eventually.within(MatchServer.PATIENCE)
          .until("it is at work", () -> stopping.server().calls() == 1);

      Thread stop = Thread.ofVirtual().start(() -> stopping.server().close());
      Eventually.within(MatchServer.PATIENCE)
          .until("nobody else is let in", () -> isRefused(stopping));
      stopping.wire().thaw();

      assertThat(last.get(20, TimeUnit.SECONDS).getId()).isNotEmpty();
      assertThat(stop.join(Duration.ofSeconds(20))).isTrue();
    }
  }

  private static boolean isRefused(MatchServer server) {
    ManagedChannel late = server.channel();
    try {
      return catchThrowableOfType(
              StatusRuntimeException.class,
              () ->
                  HealthGrpc.newBlockingStub(late)
                      .withDeadlineAfter(1, TimeUnit.SECONDS)
                      .check(HealthCheckRequest.getDefaultInstance()))
          != null;
    } finally {
      late.shutdownNow();
    }
  }

  private static ServingStatus health(String service) {
    return HealthGrpc.newBlockingStub(channel)
        .withDeadlineAfter(20, TimeUnit.SECONDS)
        .check(HealthCheckRequest.newBuilder().setService(service).build())
        .getStatus();
  }
}
