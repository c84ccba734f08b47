# An image with the examples and the command `tutti`; your own is FROM this one, or from any with Java 25 and your jars.
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2 mvn -q -Dmaven.test.skip=true -Dformat=off package

# 25.0.3 or later: up to 25.0.2 the JDK can corrupt arrays under G1 (JDK-8377811).
FROM eclipse-temurin:25-jre
RUN case "$(java -version 2>&1)" in *'version "25'[!.0-9]* | *'version "25.0.'[012][!0-9]*) exit 1 ;; esac
RUN groupadd --gid 10001 tutti && useradd --uid 10001 --gid 10001 --create-home tutti
COPY --from=build /src/launcher/target/dist/lib /opt/tutti
COPY --from=build /src/compat/openmpi-java/target/dist/lib /opt/openmpi-java
COPY --from=build /src/compat/mpijava/target/dist/lib /opt/mpijava
COPY --from=build /src/launcher/src/main/container/tutti /usr/local/bin/tutti
COPY --from=build /src/examples-asp-leq-qr/target/dist /app
# By number, so that Kubernetes sees that it is not root.
USER 10001:10001
WORKDIR /app
CMD ["tutti", "--help"]
