# The server alone, as ./stampede serve runs it: every service configured, no demo, no development
# tokens. docs/operations.md says how to deploy it; a test checks every name in here.
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /opt/stampede
COPY . .
# What it stands on is kept beside it, so that the next stage can take both. Any command builds.
ENV MAVEN_OPTS="-Dmaven.repo.local=/opt/stampede/.m2"
RUN ./stampede check-place --help

FROM eclipse-temurin:25-jdk
WORKDIR /opt/stampede
COPY --from=build /opt/stampede /opt/stampede
ENV STAMPEDE_BIND=0.0.0.0 \
    STAMPEDE_PORT=8080
EXPOSE 8080 50504
# Here, since what a JVM has learned fits this JDK alone. Servers start without it where this fails.
RUN ./stampede train || true
USER 10001
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["curl", "--fail", "--silent", "http://127.0.0.1:8080/health/ready"]
ENTRYPOINT ["./stampede"]
CMD ["serve"]
